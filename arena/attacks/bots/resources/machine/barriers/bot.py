"""A bot that interrupts all processors to have them agree on their memory."""

import ctypes
import os
import time

from hostile.attacker import run_attack


def attack(turn):
    libc = ctypes.CDLL(None)
    if os.uname().machine == "x86_64":
        for command in (1, 2, 4, 8, 16, 32, 64):
            end = time.monotonic() + 0.05
            while time.monotonic() < end:
                libc.syscall(324, command, 0, 0)


run_attack(attack)
