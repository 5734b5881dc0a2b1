"""A bot that reads and traces the supervisor."""

import os

from hostile.doors import call, calls, put, refused


def tries():
    calls(ptrace=101, process_vm_readv=310, process_vm_writev=311, pidfd_getfd=438, kcmp=312)
    call("pidfd_open", 434, 1, 0)
    for request in (16, 0x4206):
        call(f"ptrace {request:#x} of the supervisor", 101, request, 1, 0, 0)
    call("ptrace traceme", 101, 0, 0, 0, 0)
    names = "mem maps smaps pagemap auxv stack syscall io personality exe comm clear_refs"
    names += " coredump_filter oom_score_adj timerslack_ns setgroups uid_map autogroup"
    names += " attr/current attr/exec"
    private = set("mem pagemap stack syscall io personality exe".split())
    for name in names.split():
        refused(f"write /proc/1/{name}", put, f"/proc/1/{name}", b"50000")
        if name in private:
            refused(f"read /proc/1/{name}", lambda: open(f"/proc/1/{name}", "rb").read(64))
    for name in ("root", "cwd", "map_files"):
        refused(f"list /proc/1/{name}", os.listdir, f"/proc/1/{name}")
    call("prlimit64", 302, 1, 7, 0, 0)
