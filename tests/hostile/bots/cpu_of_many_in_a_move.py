"""A bot that lets eight processes compute for ever about a move, and waits for them."""

import os

from hostile.attacker import burn, child


def attack(turn):
    [os.waitpid(pid, 0) for pid in [child(burn) for _ in range(8)]]
