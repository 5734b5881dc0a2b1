"""Masked paths: what a container does not see of /proc and /sys, since it tells of other boxes.

An engine's own list keeps secrets of the host; this one keeps boxes from telling each other
something by what they do to a counter. A path that a kernel does not have is no error. The control
groups below /sys are the container's own.
"""

from typing import Final

_ENGINES_OWN: Final = (
    "/proc/acpi",
    "/proc/asound",
    "/proc/interrupts",
    "/proc/kcore",
    "/proc/keys",
    "/proc/latency_stats",
    "/proc/sched_debug",
    "/proc/scsi",
    "/proc/timer_list",
    "/proc/timer_stats",
    "/sys/firmware",
)
_COUNTERS: Final = (
    "/proc/buddyinfo",
    "/proc/bus",
    "/proc/cgroups",
    "/proc/diskstats",
    "/proc/dynamic_debug",
    "/proc/fs",
    "/proc/irq",
    "/proc/kallsyms",
    "/proc/key-users",
    "/proc/kpagecgroup",
    "/proc/kpagecount",
    "/proc/kpageflags",
    "/proc/loadavg",
    "/proc/mdstat",
    "/proc/meminfo",
    "/proc/pagetypeinfo",
    "/proc/partitions",
    "/proc/pressure",
    "/proc/schedstat",
    "/proc/slabinfo",
    "/proc/softirqs",
    "/proc/stat",
    "/proc/swaps",
    "/proc/sys/debug",
    "/proc/sys/dev",
    "/proc/sys/fs",
    "/proc/sys/kernel/pty",
    "/proc/sys/kernel/random",
    "/proc/sys/vm",
    "/proc/uptime",
    "/proc/vmallocinfo",
    "/proc/vmstat",
    "/proc/zoneinfo",
    "/sys/block",
    "/sys/bus",
    "/sys/class",
    "/sys/dev",
    "/sys/devices",
    "/sys/fs/bpf",
    "/sys/fs/btrfs",
    "/sys/fs/ext4",
    "/sys/fs/f2fs",
    "/sys/fs/fuse",
    "/sys/fs/pstore",
    "/sys/fs/resctrl",
    "/sys/fs/selinux",
    "/sys/fs/xfs",
    "/sys/hypervisor",
    "/sys/kernel",
    "/sys/module",
    "/sys/power",
)
# All terminals of a kernel come out of one store, and how many there are may be asked.
_TERMINALS: Final = ("/dev/pts",)

MASKED: Final = tuple(sorted({*_ENGINES_OWN, *_COUNTERS, *_TERMINALS}))
"""Files and folders that are empty in a container. It replaces the engine's own list."""
