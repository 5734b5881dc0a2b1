"""A bot that hides memory in pipes, which are the kernel's."""

import fcntl
import mmap
import os
import time

from hostile import escaped
from hostile.attacker import child, wait


def fill():
    for _ in range(25):
        _, end = os.pipe()
        os.set_blocking(end, False)
        try:
            fcntl.fcntl(end, 1031, 2**20)
        except OSError:
            pass
        try:
            while True:
                total[0] += os.write(end, b"x" * 65536)
        except BlockingIOError:
            pass
    time.sleep(30)


total = memoryview(mmap.mmap(-1, 8)).cast("q")


def attack(turn):
    pids = [child(fill) for _ in range(20)]
    time.sleep(0.5)
    ended = [pid for pid in pids if os.waitpid(pid, os.WNOHANG)[0]]
    if not ended and total[0] > 256 * 1024**2:
        escaped("256 MB in pipes")
    wait([pid for pid in pids if pid not in ended])
