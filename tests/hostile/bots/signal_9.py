"""A bot that kills itself as the kernel does when memory is short."""

import os

from hostile.attacker import run_attack


def attack(turn):
    os.kill(os.getpid(), 9)


run_attack(attack)
