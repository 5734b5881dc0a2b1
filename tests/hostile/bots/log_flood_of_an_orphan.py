"""A bot that ends while an orphan goes on writing to its log."""

import os

from hostile.attacker import child


def flood():
    os.setsid()
    while True:
        os.write(1, b"flood " * 10000)


def attack(turn):
    child(flood)
    os._exit(3)
