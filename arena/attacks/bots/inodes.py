"""A bot that makes empty files without end."""

from pathlib import Path

from hostile.attacker import refused


def attack(turn):
    refused(5000, lambda n: Path(f"/tmp/{n}").touch(), "5000 files")
