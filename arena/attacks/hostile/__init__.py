"""What hostile bots share: a copy of this package lies beside the program of each, in its box."""

import os


def escaped(what):
    """Say that a wall did not hold, and end: the log is evidence that nobody overlooks."""
    print("ESCAPED:", what, flush=True)
    os._exit(66)
