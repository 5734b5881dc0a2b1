"""A bot that fills shared memory and unmaps it, so that no process looks big."""

import mmap

from hostile import escaped


def attack(turn):
    shared = mmap.mmap(-1, 512 * 1024**2)
    for start in range(0, len(shared), 8 * 1024**2):
        shared[start : start + 8 * 1024**2] = b"x" * 8 * 1024**2
        shared.madvise(mmap.MADV_DONTNEED, start, 8 * 1024**2)
    escaped("512 MB")
