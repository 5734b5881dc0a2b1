"""A bot that has a child that waits uninterruptibly, which no freezer likes."""

import os
import sys

from hostile.attacker import child


def stick():
    os.mkfifo("/tmp/fifo")
    opening = [(os.POSIX_SPAWN_OPEN, 0, "/tmp/fifo", os.O_RDONLY, 0)]
    os.posix_spawn(sys.executable, ["python3"], {}, file_actions=opening)


def attack(turn):
    child(stick)
