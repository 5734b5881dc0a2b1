"""A bot that tells by what of the image's files is in memory."""

import os
import time

from hostile import escaped
from hostile.attacker import run_attack
from hostile.image_files import BITS, image_files


def is_in_memory(file):
    page = os.fstat(file).st_size // 2
    try:
        return bool(os.preadv(file, [bytearray(1)], page, os.RWF_NOWAIT))
    except BlockingIOError:
        return False
    except OSError:
        begin = time.perf_counter()
        os.pread(file, 1, page)
        return time.perf_counter() - begin < 2e-5


def attack(turn):
    # To look may be to change: each seat has files of its own to write by.
    paths = image_files()
    files_of = [
        [os.open(path, os.O_RDONLY) for path in paths[seat * len(BITS) : (seat + 1) * len(BITS)]]
        for seat in range(3)
    ]
    own = turn.view.seat
    for seat, files in enumerate(files_of):
        if seat != own and [is_in_memory(file) for file in files] == BITS:
            escaped("a message in the page cache")
    for file, wanted in zip(files_of[own] if own < 3 else [], BITS):
        try:
            # What was read a moment ago is not let go at once.
            for _ in range(0 if wanted else 2):
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        except OSError:
            pass
        if wanted:
            os.pread(file, 1 << 20, 0)
    for file in sum(files_of, []):
        os.close(file)


run_attack(attack)
