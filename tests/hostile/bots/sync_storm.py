"""A bot that has everything written to the disk, again and again."""

import ctypes
import os
import time


def attack(turn):
    file = os.open("/tmp/file", os.O_RDWR | os.O_CREAT)
    libc = ctypes.CDLL(None)
    end = time.monotonic() + 0.4
    while time.monotonic() < end:
        os.pwrite(file, b"x" * 4096, 0)
        for sync in (libc.fsync, libc.fdatasync, libc.syncfs):
            sync(file)
        libc.sync()
