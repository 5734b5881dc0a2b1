"""A bot that kills itself as the kernel does when memory is short."""

import os


def attack(turn):
    os.kill(os.getpid(), 9)
