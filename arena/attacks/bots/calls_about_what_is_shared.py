"""A bot that asks the kernel about locks, memory and files that other boxes have, too."""

import ctypes
import os
import socket

from hostile.doors import call, calls


def tries():
    calls(flock=73, fadvise64=221, readahead=187, sysinfo=99, mincore=27)
    calls(cachestat=451, process_mrelease=448, sync=162, syncfs=306, sync_file_range=277, ustat=136)
    calls(inotify_add_watch=254, name_to_handle_at=303)
    # How long a barrier takes tells what others have registered for: of all, and of its own kinds.
    for command in (1, 2, 4, 32, 64, 128, 256, 512):
        call("membarrier", 324, command, 0, 0)
    # To put what is mapped out of memory, and to bring or keep it together there.
    for advice in (20, 21, 24, 25):
        call("madvise", 28, 0, 0, advice)
    own = os.open("/bot/bot.py", os.O_RDONLY)
    for command in (*range(5, 17), 36, 37, 38, *range(1024, 1030), *range(1033, 1045)):
        call("fcntl", 72, own, command, ctypes.create_string_buffer(64))
    end, _ = socket.socketpair()
    room, size = ctypes.create_string_buffer(64), ctypes.c_int(64)
    for option in (42, 49, 55, 56, 57, 59, 71):
        call("getsockopt", 55, end.fileno(), 1, option, room, ctypes.byref(size))
    for command in (0xC020660B, 0x80086601, 0x40086612, 0x80087601, 0x5430, 0x80045430, 0xB703):
        call("ioctl", 16, own, command, room)
    # Whether a read would have to wait is whether it is in memory.
    words = (ctypes.c_ulong * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 1)
    call("preadv2 without waiting", 327, own, words, 1, 0, 0, 8)
    call("pwritev2 without waiting", 328, own, words, 1, 0, 0, 8)
