"""A bot that thinks in children that live for two milliseconds each."""

import os

from hostile.attacker import child, work


def attack(turn):
    for _ in range(600):
        os.waitpid(child(lambda: work(0.002)), 0)
