"""A bot that opens a million files."""

import os

from hostile import escaped
from hostile.attacker import refused


def attack(turn):
    opened = []
    refused(1000000, lambda _: opened.append(os.dup(1)), "a million files")
    if len(opened) > 64:
        escaped(f"{len(opened)} open files")
    for number in opened:
        os.close(number)
