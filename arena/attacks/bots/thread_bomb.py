"""A bot that starts threads without end."""

import threading

from hostile.attacker import refused


def attack(turn):
    go = threading.Event()
    refused(200, lambda _: threading.Thread(target=go.wait).start(), "200 threads")
    go.set()
