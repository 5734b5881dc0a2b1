"""A bot that reads every file of /proc and /sys that tells of more than its own box."""

import os
import time

from hostile import escaped

# Files of the box's own, or always the same.
OWN = {
    "cmdline",
    "cpuinfo",
    "devices",
    "filesystems",
    "fb",
    "misc",
    "mounts",
    "self",
    "net",
    "thread-self",
    "version",
    "execdomains",
    "sysvipc",
    "driver",
    "tty",
    "modules",
    "crypto",
    "consoles",
    "bootconfig",
    "config.gz",
    "mtrr",
    "dma",
    "iomem",
    "ioports",
    "kmsg",
    "locks",
}


def says(path):
    try:
        with open(path, "rb") as file:
            return bool(file.read(1))
    except OSError:
        return False


def below(folder):
    return (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)


def attack(turn):
    # A kernel that began with its box is the box's own, and knows no other.
    if time.clock_gettime(time.CLOCK_BOOTTIME) < 60:
        return
    paths = [
        f"/proc/{name}"
        for name in os.listdir("/proc")
        if not name.isdigit() and name not in OWN | {"sys"}
    ]
    found = [path for path in paths if not os.path.isdir(path) and says(path)]
    for folder in (
        *filter(os.path.isdir, paths),
        "/proc/sys/fs",
        "/proc/sys/kernel/pty",
        "/proc/sys/kernel/random",
        "/proc/sys/vm",
        *FOLDERS,
    ):
        found += filter(says, below(folder))
    if found:
        escaped(f"{len(found)} files, such as {found[:40]}")


# A box has only its own control groups.
FOLDERS = [
    f"/sys/{name}"
    for name in (
        "block",
        "bus",
        "class",
        "dev",
        "devices",
        "firmware",
        "hypervisor",
        "kernel",
        "module",
        "power",
    )
]
