"""A bot that moves the machine's counters, and reads them."""

import ctypes
import os
import threading
import time
from pathlib import Path

from hostile import escaped
from hostile.attacker import lines_of, run_attack


def read(path):
    return "\n".join(lines_of(path))


def number(path, word):
    words = read(path).split()
    return int(words[words.index(word) + 1]) if word in words else 0


def shared_memory():
    info = (ctypes.c_ulong * 64)()
    if ctypes.CDLL(None).sysinfo(info):
        return 0
    # After the uptime, three loads, and the memory in all and free.
    return info[6]


COUNTERS = {
    "Shmem of meminfo": (lambda: number("/proc/meminfo", "Shmem:"), 7_000),
    "nr_shmem of vmstat": (lambda: number("/proc/vmstat", "nr_shmem"), 1_750),
    "sysinfo": (shared_memory, 7_000_000),
    "processes of stat": (lambda: number("/proc/stat", "processes"), 300),
    "loadavg": (lambda: int((read("/proc/loadavg").split() or "0")[-1]), 300),
    "pty/nr": (lambda: int(read("/proc/sys/kernel/pty/nr") or 0), 16),
    "file-nr": (lambda: int((read("/proc/sys/fs/file-nr").split() or "0")[0]), 300),
}
before = {name: count() for name, (count, _) in COUNTERS.items()}
kept = []


def attack(turn):
    time.sleep(0.3 * turn.view.seat)
    moved = [name for name, (count, least) in COUNTERS.items() if count() - before[name] >= least]
    if moved:
        escaped(f"what another seat did moved {moved}")
    Path("/tmp/message").write_bytes(bytes(8_000_000))
    for _ in range(400):
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()
    try:
        while len(kept) < 20:
            kept.append(os.open("/dev/ptmx", os.O_RDWR))
    except OSError:
        pass
    if os.fork() == 0:
        try:
            kept.extend(os.open("/bot/bot.py", os.O_RDONLY) for _ in range(64))
        finally:
            os._exit(0)


run_attack(attack)
