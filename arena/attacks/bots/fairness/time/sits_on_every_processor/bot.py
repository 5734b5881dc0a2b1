"""A bot that computes on each processor in turn, the referee's too."""

import os
import time

from hostile.attacker import run_attack


def attack(turn):
    for number in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {number})
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass


run_attack(attack)
