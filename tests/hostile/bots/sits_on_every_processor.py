"""A bot that computes on each processor of the machine in turn, the referee's too."""

import os
import time

from hostile import escaped


def attack(turn):
    given = os.sched_getaffinity(0)
    for number in range(os.cpu_count()):
        try:
            os.sched_setaffinity(0, {number})
        except OSError:
            continue
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass
        if number not in given:
            escaped(f"it computes on processor {number}, and was given {given}")
