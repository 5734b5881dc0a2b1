"""A bot that computes in a thread all the time."""

import threading

from hostile.attacker import burn


def attack(turn):
    threading.Thread(target=burn, daemon=True).start()
