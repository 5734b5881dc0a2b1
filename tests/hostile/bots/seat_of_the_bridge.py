"""A bot that dials the referee itself, before the stdio bridge does, and holds what it gets."""

import os
import socket

from hostile.lines import run_lines

port = socket.socket(socket.AF_UNIX)
port.connect(os.environ["ARENA_SOCKET"].removeprefix("unix:"))


def attack(turn):
    port.settimeout(0.1)
    try:
        port.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 10_000)
        port.recv(65536)
    except OSError:
        pass


run_lines(attack)
