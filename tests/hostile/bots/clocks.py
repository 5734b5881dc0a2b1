"""A bot that reads every clock, and sets those that it can to what they are."""

import time

from hostile.attacker import lines_of, refused


def attack(turn):
    lines_of("/proc/uptime")
    for clock in range(12):
        try:
            now = time.clock_gettime(clock)
        except OSError:
            continue
        refused(1, lambda _: time.clock_settime(clock, now), f"clock {clock}")
