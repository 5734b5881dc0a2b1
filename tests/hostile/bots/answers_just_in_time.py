"""A bot that sleeps away nearly all its time, which is its right."""

import time

from hostile.attacker import run_attack


def attack(turn):
    time.sleep(turn.time_left - 0.1)


run_attack(attack)
