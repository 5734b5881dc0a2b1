"""A bot that stops itself while a child thinks, and is woken by it."""

import os
import signal

from hostile.attacker import MEASURE, child, work


def think(parent):
    work(MEASURE)
    os.kill(parent, signal.SIGCONT)


def attack(turn):
    own = os.getpid()
    pid = child(lambda: think(own))
    os.kill(own, signal.SIGSTOP)
    os.waitpid(pid, 0)
