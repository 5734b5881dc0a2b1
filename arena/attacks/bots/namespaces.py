"""A bot that makes namespaces of its own and enters others."""

import os

from hostile.doors import call, calls, libc, put, refused, through


def tries():
    calls(setns=308, unshare=272, clone3=435)
    for flag in (0x80, 1 << 17, *(1 << bit for bit in range(25, 31))):
        call("unshare", 272, flag)
        child = -1
        if flag != 0x80 and os.uname().machine == "x86_64":
            child = libc.syscall(56, flag | 17, 0, 0, 0, 0)
        if child == 0:
            os._exit(0)
        if child > 0:
            through.append(f"clone {flag:#x}")
    for name in os.listdir("/proc/self/ns"):
        try:
            own = os.open(f"/proc/self/ns/{name}", os.O_RDONLY)
        except OSError:
            continue
        call(f"setns {name}", 308, own, 0)
        os.close(own)
    for name in ("uid_map", "gid_map", "setgroups"):
        refused(f"write {name}", put, f"/proc/self/{name}", b"0 0 1")
