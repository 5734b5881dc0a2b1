"""A bot that makes itself the last to be killed for memory, so that anyone who reports on it is the
first.
"""

import mmap
from pathlib import Path

from hostile import escaped


def attack(turn):
    try:
        Path("/proc/self/oom_score_adj").write_text("0")
    except OSError:
        pass
    shared = mmap.mmap(-1, 512 * 1024**2)
    for start in range(0, len(shared), 8 * 1024**2):
        shared[start : start + 8 * 1024**2] = b"x" * 8 * 1024**2
        shared.madvise(mmap.MADV_DONTNEED, start, 8 * 1024**2)
    escaped("512 MB")
