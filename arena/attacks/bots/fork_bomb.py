"""A bot that forks, and so do all its children."""

import os
import signal
import time

from hostile import escaped
from hostile.attacker import child, run_attack


def bomb():
    os.setsid()
    try:
        for _ in range(8):
            os.fork()
    except OSError:
        pass
    time.sleep(30)


def attack(turn):
    leader = child(bomb)
    time.sleep(0.3)
    if sum(name.isdigit() for name in os.listdir("/proc")) > 32:
        escaped("more than 32 processes")
    os.killpg(leader, signal.SIGKILL)
    os.waitpid(leader, 0)


run_attack(attack)
