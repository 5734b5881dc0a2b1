"""A bot that thinks between two ticks of the kernel's timer, and sleeps when it looks."""

import time

from hostile.attacker import MEASURE


def attack(turn):
    end = time.process_time() + MEASURE
    while time.process_time() < end:
        now = time.monotonic()
        while time.monotonic() - now < 0.003:
            pass
        time.sleep(0.0003)
