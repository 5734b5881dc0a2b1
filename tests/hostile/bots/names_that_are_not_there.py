"""A bot that looks for a hundred thousand names that are not there, which the kernel remembers."""

import os


def attack(turn):
    for number in range(100_000):
        for folder in ("/bot", "/usr/lib"):
            os.access(f"{folder}/{number:0100}", os.F_OK)
