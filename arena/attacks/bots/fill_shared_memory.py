"""A bot that fills /dev/shm, or makes it."""

import os
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

from hostile.attacker import refused


def attack(turn):
    refused(1, lambda _: SharedMemory("fill", create=True, size=2**20), "shared memory")
    refused(1, lambda _: Path("/dev/shm/fill").write_bytes(bytes(2**20)), "/dev/shm")
    refused(1, lambda _: os.mkdir("/dev/shm"), "a folder in /dev")
