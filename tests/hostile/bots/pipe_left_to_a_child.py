"""A bot that ends, and leaves its pipes from and to the stdio bridge to a child that never does."""

import os
import time

from hostile.lines import run_lines


def attack(turn):
    if os.fork():
        os._exit(0)
    time.sleep(60)


run_lines(attack)
