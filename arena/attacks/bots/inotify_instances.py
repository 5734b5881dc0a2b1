"""A bot that takes all inotify instances, which the kernel counts by user."""

import ctypes

from hostile import escaped


def attack(turn):
    libc = ctypes.CDLL(None)
    if libc.inotify_init() >= 0 or libc.inotify_init1(0) >= 0:
        escaped("inotify")
    if libc.fanotify_init(0, 0) >= 0:
        escaped("fanotify")
