"""A bot that asks the kernel for real time."""

import os

from hostile.attacker import refused, run_attack


def attack(turn):
    for policy in (os.SCHED_FIFO, os.SCHED_RR):
        refused(1, lambda _: os.sched_setscheduler(0, policy, os.sched_param(1)), "real time")


run_attack(attack)
