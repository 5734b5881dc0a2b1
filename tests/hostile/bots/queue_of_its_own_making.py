"""A bot that has children wait for each other on one processor, so that the machine looks too
busy.
"""

import os
import time

from hostile.attacker import child


def step():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    while True:
        time.sleep(0.1 - time.monotonic() % 0.1)
        for _ in range(60000):
            pass


def attack(turn):
    for _ in range(20):
        child(step)
    time.sleep(600)
