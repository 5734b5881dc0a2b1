"""A bot that sends signals to everybody, and most of them to anyone who reports on it."""

import os
import signal

from hostile import escaped


def attack(turn):
    for pid in set(range(2, 70000)) - {os.getpid()}:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        # The numbers of its own threads are no processes, but the kernel takes them for such.
        if not os.path.exists(f"/proc/self/task/{pid}"):
            escaped(f"process {pid}")
    for number in sorted(signal.valid_signals()):
        try:
            os.kill(1, number)
        except OSError:
            pass
    for _ in range(20000):
        os.kill(1, signal.SIGCHLD)
