"""A bot that sends itself signals that it never takes, which the kernel has to keep."""

import ctypes
import os
import signal

from hostile import escaped
from hostile.attacker import child


def queue():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    libc = ctypes.CDLL(None)
    for _ in range(1000):
        if libc.sigqueue(os.getpid(), signal.SIGRTMIN, 0):
            os._exit(1)


def attack(turn):
    if os.waitpid(child(queue), 0)[1] == 0:
        escaped("1,000 signals in a queue")
