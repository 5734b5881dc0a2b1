"""A bot that ends before twenty children that leave no CPU to anyone who has to report it."""

import os

from hostile.attacker import burn, child


def attack(turn):
    for _ in range(20):
        child(burn)
    os._exit(3)
