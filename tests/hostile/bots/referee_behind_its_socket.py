"""A bot that takes hold of the referee's process by the socket to it."""

import fcntl
import os
import re
import socket
import stat
import struct

from hostile.attacker import lines_of
from hostile.doors import call, refused, through


def tries():
    sockets = 0
    for number in map(int, os.listdir("/proc/self/fd")):
        try:
            if not stat.S_ISSOCK(os.fstat(number).st_mode):
                continue
            sockets += 1
            with socket.socket(fileno=os.dup(number)) as one:
                pid, *_ = struct.unpack("3I", one.getsockopt(1, 17, 12))
                (peer,) = (
                    struct.unpack("i", one.getsockopt(1, 77, 4)) if pid != os.getpid() else (-1,)
                )
        except OSError:
            continue
        if pid == os.getpid():
            continue
        # To have the handle is no harm; it must be good for nothing.
        said = lines_of(f"/proc/self/fdinfo/{peer}")
        shown = [line for line in said if re.match("(?:Pid|NSpid):.*[1-9]", line)]
        if pid or [line for line in shown if "-1" not in line]:
            through.append(f"the referee is process {pid} {shown}")
        call("pidfd_send_signal", 424, peer, 0, None, 0)
        call("pidfd_getfd", 438, peer, 0, 0)
        call("process_madvise", 440, peer, None, 0, 21, 0)
        call("process_mrelease", 448, peer, 0)
        call("setns", 308, peer, 1 << 30)
        for kind in range(1, 11):
            refused(f"namespace {kind} of the referee", fcntl.ioctl, peer, 0xFF00 + kind)
        refused("PIDFD_GET_INFO", fcntl.ioctl, peer, 0xC040FF0B, b"\7".ljust(64, b"\0"))
        os.close(peer)
    if not sockets:
        through.append("its own socket was not found, and nothing tried")
