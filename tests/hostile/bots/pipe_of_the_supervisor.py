"""A bot that opens both ends of its log, empties it before its supervisor can, and fills it."""

import os
import time

from hostile import tried
from hostile.attacker import lines_of
from hostile.doors import through


def tries():
    ends = []
    for way in (os.O_RDONLY, os.O_WRONLY):
        try:
            ends.append(os.open("/proc/self/fd/1", way | os.O_NONBLOCK))
        except OSError:
            pass
    if len(ends) == 2:
        # Here, since of a long log only the beginning is sure to be kept.
        tried()
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            for act, *words in ((os.write, ends[1], b"x" * 4096), (os.read, ends[0], 65536)):
                try:
                    act(*words)
                except BlockingIOError:
                    pass
        try:
            while True:
                os.write(ends[1], b"x" * 65536)
        except BlockingIOError:
            pass
    through.extend(
        [
            line
            for line in lines_of("/proc/1/status")
            if line.startswith("State:") and line[7] in "TtZX"
        ]
    )
