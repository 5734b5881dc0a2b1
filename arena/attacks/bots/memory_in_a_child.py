"""A bot that lets a child take all the memory, and plays on."""

import os

from hostile import escaped
from hostile.attacker import child


def attack(turn):
    pid = child(lambda: bytearray(b"x") * 512 * 1024**2)
    if not os.WIFSIGNALED(os.waitpid(pid, 0)[1]):
        escaped("512 MB in a child")
