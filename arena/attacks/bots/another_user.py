"""A bot that becomes root, takes capabilities, looks for programs that have them."""

import ctypes
import os
import stat

from hostile.doors import call, libc, refused, through
from hostile.powers import powers


def tries():
    for name in ("setuid", "setgid", "seteuid", "setegid"):
        refused(name, getattr(os, name), 0)
    refused("setresuid", os.setresuid, -1, -1, 0)
    refused("setgroups", os.setgroups, [0])
    call("capset", 126, bytes.fromhex("2205082000000000"), b"\xff" * 24)
    for words in ((47, 2, 21, 0, 0), (28, 0x2F, 0, 0, 0), (38, 0, 0, 0, 0), (22, 0, 0, 0, 0)):
        if libc.prctl(*map(ctypes.c_long, words)) != -1:
            through.append(f"prctl {words}")
    for persona in (0x40000, 0x400000, 0x20000, 8):
        call("personality", 135, persona)
    users, held, bounding, no_new, filtered = powers()
    if any(held) or any(bounding):
        through.append(f"capabilities {held} {bounding}")
    if (no_new, filtered) != (1, 2) or 0 in users:
        through.append(f"users {users}, {no_new}, {filtered}")
    for top, folders, files in os.walk("/"):
        if top == "/":
            folders[:] = set(folders) - {"proc", "sys"}
        for path in (f"{top}/{name}" for name in files):
            if stat.S_ISREG(mode := os.lstat(path).st_mode) and mode & 0o6000:
                through.append(f"{path} has mode {mode:o}")
            try:
                os.getxattr(path, "security.capability", follow_symlinks=False)
                through.append(f"{path} has capabilities")
            except OSError:
                pass
