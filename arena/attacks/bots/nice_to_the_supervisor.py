"""A bot that changes the priority or the processors of anyone who reports on it."""

import os

from hostile.attacker import refused


def attack(turn):
    refused(1, lambda _: os.setpriority(os.PRIO_PROCESS, 1, 19), "the supervisor's priority")
    # Any other processor may be out of reach for it, and so refused in any case.
    own = os.sched_getaffinity(0)
    refused(1, lambda _: os.sched_setaffinity(1, own), "the supervisor's processors")
