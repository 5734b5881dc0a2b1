"""A bot that exits with the code that it is given."""

import os
import sys

from hostile.attacker import run_attack


def attack(turn):
    os._exit(int(sys.argv[1]))


run_attack(attack)
