"""A bot that makes sparse files of more than /tmp holds, and fills them through memory."""

import mmap

from hostile import escaped


def attack(turn):
    for number in range(4):
        with open(f"/tmp/{number}", "w+b") as file:
            file.truncate(2**24)
            mapped = mmap.mmap(file.fileno(), 2**24)
        for start in range(0, 2**24, 4096):
            mapped[start] = 1
    escaped("64 MB in /tmp")
