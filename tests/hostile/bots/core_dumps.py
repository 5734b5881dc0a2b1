"""A bot that has children end in ways of which the kernel keeps the memory."""

import ctypes
import os

from hostile import escaped
from hostile.attacker import child


def attack(turn):
    os.chdir("/tmp")
    for _ in range(30):
        os.waitpid(child(lambda: ctypes.string_at(0)), 0)
    if names := os.listdir("/tmp"):
        escaped(f"dumps {names}")
