"""A bot that has the kernel work for it: random bytes, pages, and bytes from here to there."""

import mmap
import os
import time

from hostile.attacker import MEASURE


def attack(turn):
    zeros = os.open("/dev/zero", os.O_RDONLY)
    end = time.process_time() + MEASURE
    while time.process_time() < end:
        os.getrandom(2**16)
        mmap.mmap(-1, 2**20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).write(bytes(2**20))
        os.read(zeros, 2**20)
