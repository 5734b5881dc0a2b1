"""A bot that leaves a message wherever it can for its next match, and looks for one."""

import os
from pathlib import Path

from hostile import escaped
from hostile.attacker import lines_of


def places():
    for line in lines_of("/proc/self/mountinfo"):
        yield line.split()[4]
    yield from ("/", "/bot", "/run/seat", "/run", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/home")


NAMES = [os.path.join(place, "arena-twin") for place in places()]
for name in NAMES:
    if os.path.exists(name):
        escaped(f"a message in {name}")


def attack(turn):
    for name in NAMES:
        try:
            Path(name).write_text("hello")
        except OSError:
            continue
        if not name.startswith("/tmp/"):
            escaped(f"{name} can be written")
