"""The parts that hostile bots share: a copy of this package lies beside each program in its box."""

import os
import sys


def tried():
    """Say that the attack has come to its end: else a bot that plays on has held nothing."""
    print("\nTRIED", file=sys.stderr, flush=True)


def escaped(what):
    """Say that a wall did not hold, and end: the log is evidence that nobody overlooks."""
    print("ESCAPED:", what, flush=True)
    os._exit(66)
