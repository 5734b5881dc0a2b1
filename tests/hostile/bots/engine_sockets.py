"""A bot that looks for the container engine's sockets, and for any other."""

import os
import socket
import stat

from hostile.attacker import lines_of
from hostile.doors import refused


def tries():
    paths = ["/docker.sock", "/containerd/containerd.sock", "/podman/podman.sock"]
    paths += ["/systemd/private", "/dbus/system_bus_socket", "/crio/crio.sock"]
    paths = [start + path for start in ("/run", "/var/run") for path in paths]
    paths += [line.split()[7] for line in lines_of("/proc/net/unix") if len(line.split()) > 7]
    paths.append(os.environ["ARENA_SOCKET"].removeprefix("unix:"))
    paths.append("/run/seat/supervisor.sock")
    for top, folders, files in os.walk("/"):
        if top == "/":
            folders.remove("proc")
        paths += [
            f"{top}/{name}" for name in files if stat.S_ISSOCK(os.lstat(f"{top}/{name}").st_mode)
        ]
    for path in paths:
        for start in ("", "/proc/1/root", "/run/seat/../../..", "/proc/self/root/.."):
            with socket.socket(socket.AF_UNIX) as one:
                refused(f"connect {start}{path}", one.connect, start + path)
