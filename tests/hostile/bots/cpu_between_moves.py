"""A bot that computes in a thread all the time."""

import threading

from hostile.attacker import burn, run_attack


def attack(turn):
    threading.Thread(target=burn, daemon=True).start()


run_attack(attack)
