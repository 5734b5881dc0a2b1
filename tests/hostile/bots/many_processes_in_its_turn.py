"""A bot that thinks with eight processes in its turn, to spend the other seats' CPU."""

import os
import time

from hostile import escaped
from hostile.attacker import burn, child, wait


def attack(turn):
    before, begin = os.times(), time.monotonic()
    pids = [child(burn) for _ in range(8)]
    time.sleep(0.5)
    wait(pids)
    after, took = os.times(), time.monotonic() - begin
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    # The engine hands out CPU in slices of a tenth of a second.
    if spent > took + 0.2:
        escaped(f"{spent:.2f} s of CPU in {took:.2f} s")
