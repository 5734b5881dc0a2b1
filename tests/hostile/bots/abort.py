"""A bot that aborts."""

import os

from hostile.attacker import run_attack


def attack(turn):
    os.abort()


run_attack(attack)
