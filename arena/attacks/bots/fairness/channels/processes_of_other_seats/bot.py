"""A bot that looks for other seats' processes."""

import os

from hostile import escaped
from hostile.attacker import refused, run_attack


def attack(turn):
    seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    if seen - {1, os.getpid()}:
        escaped(f"processes {sorted(seen)}")
    for name in ("mem", "root", "cwd", "exe"):
        refused(1, lambda _: os.close(os.open(f"/proc/1/{name}", os.O_RDONLY)), f"/proc/1/{name}")


run_attack(attack)
