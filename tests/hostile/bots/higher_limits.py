"""A bot that raises its own limits."""

import resource

from hostile import escaped
from hostile.attacker import run_attack


def attack(turn):
    for name in ("NOFILE", "CORE", "FSIZE", "MSGQUEUE", "SIGPENDING", "MEMLOCK", "NICE", "RTPRIO"):
        number = getattr(resource, "RLIMIT_" + name, 11)
        _, hard = resource.getrlimit(number)
        try:
            resource.setrlimit(number, (hard + 1, hard + 1))
        except (OSError, ValueError):
            continue
        escaped("RLIMIT_" + name)


run_attack(attack)
