"""A bot that thinks in ten threads at once, outside Python's lock."""

import hashlib
import threading

from hostile.attacker import run_attack


def attack(turn):
    data = bytes(8 * 1024**2)
    think = lambda: [hashlib.sha512(data) for _ in range(20)]
    threads = [threading.Thread(target=think) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


run_attack(attack)
