"""A bot that hides memory in the buffers of sockets, which are the kernel's."""

import mmap
import os
import socket
import time

from hostile import escaped
from hostile.attacker import child


def fill(total):
    ends = []
    for _ in range(20):
        ends += socket.socketpair()
    for end in ends:
        end.setblocking(False)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**22)
        try:
            while True:
                total[0] += end.send(b"x" * 65536)
        except BlockingIOError:
            pass
    total[1] += 1
    time.sleep(30)


def attack(turn):
    totals = [memoryview(mmap.mmap(-1, 4096)).cast("q") for _ in range(20)]
    pids = [child(lambda: fill(total)) for total in totals]
    end = time.monotonic() + 0.7
    while time.monotonic() < end and sum(total[1] for total in totals) < len(pids):
        time.sleep(0.02)
    ended = [pid for pid in pids if os.waitpid(pid, os.WNOHANG)[0]]
    if not ended and sum(total[0] for total in totals) > 256 * 1024**2:
        escaped("256 MB in sockets")
    os._exit(3)
