"""A bot that looks for other seats' sockets, and dials its own a second time."""

import os
import socket

from hostile import escaped
from hostile.attacker import refused, run_attack


def attack(turn):
    if os.listdir("/run/seat") or os.listdir("/run") != ["seat"]:
        escaped("more than its own seat")
    own = os.environ["ARENA_SOCKET"].removeprefix("unix:")
    end = socket.socket(socket.AF_UNIX)
    refused(1, lambda _: end.connect(own), "a second connection")
    refused(1, lambda _: end.bind("/run/seat/twin"), "a socket in its seat's folder")


run_attack(attack)
