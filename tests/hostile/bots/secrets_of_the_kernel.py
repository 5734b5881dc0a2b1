"""A bot that reads the machine's memory, the kernel's log and addresses."""

import os

from hostile.doors import through


def tries():
    paths = (
        "/proc/kcore /proc/kmsg /proc/vmcore /proc/kpagecount /proc/kpageflags /proc/sched_debug"
    )
    paths += " /proc/timer_list /proc/keys /proc/latency_stats /proc/vmallocinfo /proc/slabinfo"
    paths += " /dev/mem /dev/kmem /dev/port /dev/kmsg /sys/firmware/acpi/tables/DSDT /proc/mtrr"
    paths += " /sys/kernel/debug/x /sys/kernel/tracing/trace"
    for path in paths.split():
        try:
            with open(path, "rb") as file:
                said = file.read(64)
        except OSError:
            continue
        if said:
            through.append(f"{path} says {said!r}")
    for path, column in (("/proc/kallsyms", 0), ("/proc/modules", 5), ("/proc/iomem", 0)):
        try:
            with open(path) as file:
                cells = [line.split()[column].split("-")[0] for _, line in zip(range(200), file)]
        except OSError:
            continue
        if any(int(cell, 16) for cell in cells):
            through.append(f"{path} shows addresses")
    for path in ("/sys/kernel/debug", "/sys/kernel/tracing", "/sys/firmware", "/proc/acpi"):
        try:
            shown = os.listdir(path)
        except OSError:
            continue
        if shown:
            through.append(f"{path} shows {shown[:5]}")
