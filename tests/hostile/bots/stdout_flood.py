"""A bot that writes to its log as fast as it can."""

import os
import time

from hostile import tried


def attack(turn):
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        os.write(1, b"flood " * 10000)
        # Here, since of a long log only the beginning is sure to be kept.
        tried()
