"""A bot that looks for a file of /proc or /sys that it can write."""

import os
import time

from hostile.doors import refused, through


def tries():
    known = "/proc/sysrq-trigger /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe"
    known += " /proc/sys/vm/overcommit_memory /proc/sys/fs/binfmt_misc/register /sys/power/state"
    known += " /sys/kernel/uevent_helper /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/release_agent"
    known += " /proc/kcore /proc/self/mem/../../1/mem /proc/acpi/wakeup /proc/mtrr"
    for path in known.split():
        refused(f"open {path}", os.open, path, os.O_WRONLY)
    null = os.stat("/dev/null").st_rdev
    end = time.monotonic() + 0.8
    for root in ("/proc", "/sys"):
        for top, folders, files in os.walk(root):
            if top == "/proc":
                pids = {name for name in folders if name.isdigit()}
                folders[:] = set(folders) - pids - {"self", "thread-self"}
            # What is masked is /dev/null; anyone who may set off an alarm on pressure changes
            # nothing.
            for path in (f"{top}/{name}" for name in (".", *files) if top != "/proc/pressure"):
                if os.access(path, os.W_OK) and os.stat(path).st_rdev != null:
                    through.append(f"{path} can be written")
            if time.monotonic() > end:
                break
