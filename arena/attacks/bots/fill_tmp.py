"""A bot that fills /tmp."""

from pathlib import Path

from hostile.attacker import refused


def attack(turn):
    refused(64, lambda n: Path(f"/tmp/{n}").write_bytes(bytes(2**20)), "64 MB in /tmp")
