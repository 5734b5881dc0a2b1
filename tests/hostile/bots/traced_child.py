"""A bot that asks to be traced, so that the engine takes it for dead while it runs on."""

import ctypes

from hostile import escaped


def attack(turn):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(0, 0, 0, 0) == 0:
        escaped("PTRACE_TRACEME")
