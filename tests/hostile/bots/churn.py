"""A bot that has a child that is another process every millisecond."""

import os
import time

from hostile.attacker import child


def churn():
    for _ in range(2000):
        if os.fork():
            os._exit(0)
        time.sleep(0.001)


def attack(turn):
    os.waitpid(child(churn), 0)
