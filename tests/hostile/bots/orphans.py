"""A bot that leaves orphans behind, each in a session of its own."""

import os
import signal
import time

from hostile.attacker import child, run_attack


def leave():
    os.setsid()
    for number in range(1, 65):
        if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
            signal.signal(number, signal.SIG_IGN)
    child(lambda: time.sleep(600))


def attack(turn):
    for _ in range(5):
        os.waitpid(child(leave), 0)


run_attack(attack)
