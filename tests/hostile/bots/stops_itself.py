"""A bot that stops itself, so that nothing moves and nothing ends."""

import os
import signal


def attack(turn):
    os.kill(os.getpid(), signal.SIGSTOP)
