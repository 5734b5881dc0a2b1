"""A bot that locks what every process of a kernel has: anonymous files and its own namespaces."""

import fcntl
import os
import select
import struct

from hostile import escaped

opened = []


def objects():
    yield "an eventfd", os.eventfd(0)
    yield "an epoll", select.epoll()
    for name in os.listdir("/proc/self/ns"):
        try:
            yield f"the namespace {name}", os.open(f"/proc/self/ns/{name}", os.O_RDONLY)
        except OSError:
            pass


def lock(command, kind):
    return command, struct.pack("hh4xqqi4x", kind, os.SEEK_SET, 104, 1, 0)


def attack(turn):
    for name, file in objects():
        opened.append(file)
        # F_GETLK and F_OFD_GETLK, F_SETLK and F_OFD_SETLK: read locks suffice to be seen.
        for look, leave in ((5, 6), (36, 37)):
            try:
                found = fcntl.fcntl(file, *lock(look, fcntl.F_WRLCK))
                if struct.unpack_from("h", found)[0] != fcntl.F_UNLCK:
                    escaped(f"another seat's lock on {name}")
                fcntl.fcntl(file, *lock(leave, fcntl.F_RDLCK))
            except OSError:
                pass
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            escaped(f"another seat's lock on {name}")
        except OSError:
            pass
