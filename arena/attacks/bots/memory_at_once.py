"""A bot that takes half a gigabyte at once."""

from hostile.attacker import run_attack


def attack(turn):
    bytearray(512 * 1024**2)


run_attack(attack)
