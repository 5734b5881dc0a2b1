"""A bot that takes two gigabytes at once."""

from hostile.attacker import run_attack


def attack(turn):
    bytearray(2 * 1024**3)


run_attack(attack)
