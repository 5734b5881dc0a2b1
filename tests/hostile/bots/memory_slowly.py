"""A bot that takes more memory bit by bit."""

import time

from hostile import escaped
from hostile.attacker import run_attack


def attack(turn):
    held = []
    for _ in range(64):
        held.append(b"x" * 8 * 1024**2)
        time.sleep(0.005)
    escaped("512 MB")


run_attack(attack)
