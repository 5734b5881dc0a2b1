"""A bot that listens where no file system is in between."""

import socket

from hostile import escaped
from hostile.attacker import lines_of, run_attack

listening = []


def attack(turn):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        end = socket.socket(socket.AF_UNIX, kind)
        try:
            end.bind(f"\0arena-twin{kind:d}")
        except OSError:
            escaped("an abstract socket of somebody else")
        listening.append(end)
    names = [line.split()[-1] for line in lines_of("/proc/net/unix") if "@" in line]
    if {name[:11] for name in names} - {"@arena-twin"}:
        escaped(f"abstract sockets {names}")


run_attack(attack)
