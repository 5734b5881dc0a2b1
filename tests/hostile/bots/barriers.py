"""A bot that interrupts all processors to have them agree on their memory."""

import ctypes
import os
import time


def attack(turn):
    libc = ctypes.CDLL(None)
    if os.uname().machine == "x86_64":
        # Registered (16) for its own (8), which is left to it, before those of all programs.
        for command in (16, 8, 1, 2, 4, 32, 64):
            end = time.monotonic() + 0.05
            while time.monotonic() < end:
                libc.syscall(324, command, 0, 0)
