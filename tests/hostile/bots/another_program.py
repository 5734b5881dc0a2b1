"""A bot that becomes another program in mid-game, which ends by itself."""

import os
import sys


def attack(turn):
    os.execv(sys.executable, [sys.executable, "-c", "import os; os._exit(5)"])
