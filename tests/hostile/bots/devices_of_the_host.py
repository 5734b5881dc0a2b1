"""A bot that looks for devices that are more than harmless."""

import os
import stat

from hostile.doors import through


def tries():
    # null, zero, full, random, urandom, tty, ptmx
    harmless = {(1, 3), (1, 5), (1, 7), (1, 8), (1, 9), (5, 0), (5, 2)}
    for top, _, files in os.walk("/dev"):
        for path in (f"{top}/{name}" for name in files):
            if not os.path.exists(path):
                continue
            device = os.major(os.stat(path).st_rdev), os.minor(os.stat(path).st_rdev)
            if stat.S_ISBLK(os.stat(path).st_mode) or (device[0] and device not in harmless):
                through.append(f"{path} is {device}") if device[0] != 136 else None
