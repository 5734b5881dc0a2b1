"""A bot that reads what is not there."""

import ctypes

from hostile.attacker import run_attack


def attack(turn):
    ctypes.string_at(0)


run_attack(attack)
