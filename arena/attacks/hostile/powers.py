"""The powers of a process, asked of the kernel, since /proc may be closed to it."""

import ctypes
import os

libc = ctypes.CDLL(None)


def powers():
    """Return its users and groups, its capabilities and those that it could get, and whether it
    may get more and its calls are filtered.
    """
    held = ctypes.create_string_buffer(24)
    version = ctypes.create_string_buffer((0x20080522).to_bytes(4, "little"), 8)
    libc.capget(version, held)
    asked = lambda *words: libc.prctl(*map(ctypes.c_long, (*words, 0, 0, 0)))
    bounding = [asked(23, number) > 0 for number in range(41)]
    users = {*os.getresuid(), *os.getresgid(), *os.getgroups()}
    return users, list(held.raw), bounding, asked(39, 0), asked(21, 0)
