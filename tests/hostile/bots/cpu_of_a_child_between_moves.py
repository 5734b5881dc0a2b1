"""A bot that computes in a child all the time."""

from hostile.attacker import burn, child, run_attack


def attack(turn):
    child(burn)


run_attack(attack)
