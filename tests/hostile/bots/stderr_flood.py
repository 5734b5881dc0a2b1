"""A bot that writes newlines and broken text to stderr as fast as it can."""

import os
import time

from hostile import tried
from hostile.attacker import run_attack


def attack(turn):
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        os.write(2, b"\n\xff\0\x1b[2J" * 8000)
        # Here, since of a long log only the beginning is sure to be kept.
        tried()


run_attack(attack)
