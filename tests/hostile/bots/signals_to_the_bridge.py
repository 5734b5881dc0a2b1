"""A bot that sends a signal to the stdio bridge, whose child it is, and answers all the same."""

import os
import sys

from hostile.lines import run_lines


def attack(turn):
    os.kill(os.getppid(), int(sys.argv[1]))


run_lines(attack)
