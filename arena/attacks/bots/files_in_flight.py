"""A bot that sends itself open files that it never receives, which count for nobody."""

import socket

from hostile.attacker import refused


def attack(turn):
    ends = [socket.socketpair() for _ in range(4)]
    send = lambda n: socket.send_fds(ends[n % 4][0], [b"x"], [1])
    refused(256, send, "256 files in flight")
