"""A bot that thinks in a grandchild of another session, whose parent has ended."""

import os

from hostile.attacker import MEASURE, child, run_attack, work


def think(end):
    os.setsid()
    if os.fork():
        os._exit(0)
    work(MEASURE)
    os.write(end, b"!")


def attack(turn):
    mouth, end = os.pipe()
    os.waitpid(child(lambda: think(end)), 0)
    os.read(mouth, 1)


run_attack(attack)
