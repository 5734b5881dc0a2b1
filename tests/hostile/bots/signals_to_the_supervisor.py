"""A bot that stops and kills the supervisor."""

import os
import time

from hostile.attacker import lines_of
from hostile.doors import through, try_doors


def tries():
    for number in range(1, 65):
        try:
            os.kill(1, number)
        except OSError:
            pass
    time.sleep(0.02)
    said = lines_of("/proc/1/status")
    through.extend([line for line in said if line.startswith("State:") and line[7] in "TtZX"])


try_doors(tries)
