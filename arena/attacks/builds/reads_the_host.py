"""A build that reads what other boxes and the host have in /proc, /sys and /dev."""

import os
import sys

for place in (
    "/proc/meminfo",
    "/proc/loadavg",
    "/proc/cmdline",
    "/proc/self/maps",
    "/sys/class",
    "/dev/mem",
    "/var/run/docker.sock",
):
    if os.path.isdir(place):
        found = len(os.listdir(place))
    else:
        try:
            with open(place, "rb") as file:
                found = len(file.read(10))
        except OSError:
            continue
    if found:
        sys.exit(f"ESCAPED: error: {place} can be read")
