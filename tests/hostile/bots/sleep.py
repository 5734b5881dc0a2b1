"""A bot that sleeps for ever."""

import time

from hostile.attacker import run_attack


def attack(turn):
    time.sleep(600)


run_attack(attack)
