"""A bot that ends before twenty children, each in a session of its own, that hold its stream."""

import os
import time

from hostile.attacker import child


def stay():
    os.setsid()
    time.sleep(600)


def attack(turn):
    for _ in range(20):
        child(stay)
    os._exit(3)
