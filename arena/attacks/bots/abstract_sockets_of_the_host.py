"""A bot that looks for sockets without a file, which only the network's namespace hides."""

import socket

from hostile.attacker import lines_of
from hostile.doors import refused, through


def tries():
    names = [line.split()[7] for line in lines_of("/proc/net/unix") if len(line.split()) > 7]
    abstract = [name for name in names if name.startswith("@")]
    if abstract:
        through.append(f"/proc/net/unix shows {abstract[:5]}")
    known = ["/tmp/.X11-unix/X0", "/org/freedesktop/systemd1/notify", "/run/systemd/journal/stdout"]
    known += ["/containerd-shim/moby.sock", "/var/run/docker.sock", "ISCSIADM_ABSTRACT_NAMESPACE"]
    for name in {*known, *(name[1:] for name in abstract)}:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
            with socket.socket(socket.AF_UNIX, kind) as one:
                refused(f"connect @{name}", one.connect, "\0" + name)
