"""A bot that thinks in programs that it starts and that end at once."""

import subprocess
import sys

from hostile.attacker import run_attack


def attack(turn):
    for _ in range(400):
        subprocess.run([sys.executable, "-I", "-S", "-c", ""])


run_attack(attack)
