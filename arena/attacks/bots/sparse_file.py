"""A bot that makes a file of a terabyte without a byte in it."""

import os

from hostile.attacker import refused


def attack(turn):
    with open("/tmp/sparse", "wb") as file:
        refused(1, lambda _: file.truncate(2**40), "a file of a terabyte")
        refused(1, lambda _: os.posix_fallocate(file.fileno(), 0, 2**40), "a terabyte")
