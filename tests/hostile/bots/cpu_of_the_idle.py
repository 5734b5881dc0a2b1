"""A bot that thinks in children that take only what nobody else wants."""

import os

from hostile.attacker import MEASURE, child, work


def think():
    os.nice(19)
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except OSError:
        pass
    work(MEASURE)


def attack(turn):
    os.waitpid(child(think), 0)
