"""A bot that has children compute one after the other and ignores their ends, to be charged for
none.
"""

import os
import signal
import time

from hostile.attacker import child, run_attack


def think():
    end = time.thread_time() + 0.2
    while time.thread_time() < end:
        pass


def attack(turn):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # More than it has, and less than would be too late by the wall clock.
    for _ in range(6):
        pid = child(think)
        try:
            os.waitpid(pid, 0)
        except ChildProcessError:
            pass


run_attack(attack)
