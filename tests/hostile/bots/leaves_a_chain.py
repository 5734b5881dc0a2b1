"""A bot that ends before children that fork and end at once, again and again, to be hard to
kill.
"""

import os

from hostile.attacker import child


def chain():
    while True:
        if os.fork():
            os._exit(0)


def attack(turn):
    for _ in range(4):
        child(chain)
    os._exit(3)
