"""A bot that looks for other seats' processes, files and sockets."""

import os

from hostile.attacker import lines_of
from hostile.doors import refused, through


def tries():
    pids = {int(name) for name in os.listdir("/proc") if name.isdigit()} - {1, os.getpid()}
    found = {"processes": pids, "/run": set(os.listdir("/run")) - {"seat", "lock"}}
    found |= {path: set(os.listdir(path)) for path in ("/run/seat", "/tmp")}
    found["/bot"] = set(os.listdir("/bot")) - {"bot.toml", "bot.py", "hostile"}
    for path in ("/dev/shm", "/dev/mqueue"):
        found[path] = set(os.listdir(path)) if os.path.exists(path) else set()
    names = [line.split()[7] for line in lines_of("/proc/net/unix") if len(line.split()) > 7]
    seats = {os.path.dirname(name) for name in names if name.startswith("/")}
    found["sockets of more than one seat"] = seats if len(seats) > 1 else set()
    through.extend([f"{where}: {what}" for where, what in found.items() if what])
    for number in range(4):
        for path in ("/run/seat/..", "/run", "/tmp", "/proc/1/cwd", "/proc/1/root/run"):
            for name in (f"seat{number}", f"seat{number}.0", f"seat{number}.0-bot"):
                refused(f"list {path}/{name}", os.listdir, f"{path}/{name}")
