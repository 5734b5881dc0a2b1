"""A bot that changes the priority or the processors of whoever reports on it."""

import os

from hostile.attacker import refused, run_attack


def attack(turn):
    refused(1, lambda _: os.setpriority(os.PRIO_PROCESS, 1, 19), "the supervisor's priority")
    refused(1, lambda _: os.sched_setaffinity(1, {0}), "the supervisor's processors")


run_attack(attack)
