"""A bot that puts anyone who reports on it last on one processor, and ends before children that
fill it.
"""

import os
import time

from hostile.attacker import burn, child


def hold():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    burn()


def attack(turn):
    try:
        os.setpriority(os.PRIO_PROCESS, 1, 19)
        os.sched_setaffinity(1, {min(os.sched_getaffinity(0))})
    except OSError:
        pass
    for _ in range(20):
        child(hold)
    time.sleep(0.2)
    os._exit(3)
