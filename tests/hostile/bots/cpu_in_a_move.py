"""A bot that computes for ever about a move."""

from hostile.attacker import burn, run_attack


def attack(turn):
    burn()


run_attack(attack)
