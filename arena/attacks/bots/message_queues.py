"""A bot that makes queues, semaphores and shared memory that outlive it."""

import ctypes
import os

from hostile import escaped


def attack(turn):
    libc = ctypes.CDLL(None)
    if libc.mq_open(b"/queue", os.O_RDWR | os.O_CREAT, 0o666, None) >= 0:
        escaped("mq_open")
    for name, rest in (("msgget", ()), ("semget", (1,)), ("shmget", (4096,))):
        if getattr(libc, name)(7, *rest, 0o1666) >= 0:
            escaped(name)
