"""A bot that reads what /proc says of the supervisor: environment, maps, open files, namespaces."""

import os

from hostile.doors import put, refused


def tries():
    refused("write /proc/1/environ", put, "/proc/1/environ", b"50000")
    paths = [f"/proc/1/{name}" for name in ("environ", "maps", "smaps", "auxv")]
    for path in (*paths, *(f"/proc/1/ns/{name}" for name in os.listdir("/proc/self/ns"))):
        os.symlink(path, "/tmp/paper")
        for way in (path, "/tmp/paper"):
            refused(f"open {way} to {path}", lambda: os.close(os.open(way, os.O_RDONLY)))
        os.unlink("/tmp/paper")
    for name in ("fd", "fdinfo"):
        refused(f"list /proc/1/{name}", os.listdir, f"/proc/1/{name}")
