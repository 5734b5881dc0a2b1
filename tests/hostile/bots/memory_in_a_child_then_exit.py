"""A bot that lets a child take all the memory, and ends for that reason with a code of its own."""

import os

from hostile.attacker import child


def attack(turn):
    os.waitpid(child(lambda: bytearray(b"x") * 512 * 1024**2), 0)
    os._exit(3)
