"""A bot that forks, and so do all its children."""

import os
import signal
import time

from hostile import escaped
from hostile.attacker import child


def bomb(end):
    os.setsid()
    try:
        for _ in range(6):
            os.fork()
    except OSError:
        pass
    os.close(end)
    time.sleep(30)


def attack(turn):
    heard, end = os.pipe()
    leader = child(lambda: bomb(end))
    os.close(end)
    # Nobody has the other end any more when all have forked as often as they can.
    os.read(heard, 1)
    if sum(name.isdigit() for name in os.listdir("/proc")) > 32:
        escaped("more than 32 processes")
    os.killpg(leader, signal.SIGKILL)
    os.waitpid(leader, 0)
