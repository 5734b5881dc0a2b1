"""A bot that locks every file that another seat may see too."""

import fcntl
import os

from hostile import escaped
from hostile.attacker import lines_of

locked = {}


def places():
    for line in lines_of("/proc/self/mountinfo"):
        yield line.split()[4]
    for folder in ("/", "/bot", "/run/seat", "/usr/bin", "/opt/arena", "/etc", "/proc", "/dev"):
        yield folder
        yield from (entry.path for entry in os.scandir(folder) if not entry.is_symlink())


def attack(turn):
    for path in dict.fromkeys(places()):
        try:
            file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            continue
        status = os.fstat(file)
        # All masked files are one file under many names.
        if len(locked) == 40 or (key := (status.st_dev, status.st_ino)) in locked:
            os.close(file)
            continue
        locked[key] = file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            escaped(f"a lock on {path}")
        except OSError:
            pass
