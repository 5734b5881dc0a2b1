"""A bot that looks for what its surroundings say of the host: names, paths, open files."""

import os
import re
import stat

from hostile.attacker import lines_of
from hostile.doors import through


def tries():
    known = {"PATH", "HOME", "LANG", "ARENA_SOCKET", "GRPC_ENABLE_FORK_SUPPORT"}
    known |= {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    through.extend(
        [f"environment: {name}" for name in os.environ if name not in known | {"LC_CTYPE"}]
    )
    paths = [f"/proc/{name}" for name in ("self/environ", "self/cmdline", "1/cmdline")]
    paths += [
        f"/etc/{name}" for name in ("hostname", "hosts", "resolv.conf", "fstab", "machine-id")
    ]
    for path in filter(os.path.exists, paths):
        if names := re.findall("(?:/home/|/root/|/Users/|nameserver).*", "\n".join(lines_of(path))):
            through.append(f"{path} says {names[:3]}")
    kernel = {"proc", "sysfs", "tmpfs", "devpts", "mqueue", "cgroup", "cgroup2", "devtmpfs"}
    engine = {f"/etc/{name}" for name in ("hostname", "hosts", "resolv.conf")}
    sealed = {"/", "/bot", "/run/seat", "/sys", "/proc/sys"}
    masks = re.compile("/(proc|sys)/.+")
    # If no mounts are listed, each place is asked for its own.
    mounts = lines_of("/proc/self/mountinfo")
    for point in () if mounts else sealed:
        if not os.statvfs(point).f_flag & os.ST_RDONLY:
            through.append(f"not read-only: {point}")
    for line in mounts:
        _, _, _, root, point, options, *rest = line.split()
        kind = rest[rest.index("-") + 1]
        if kind not in kernel and point not in engine | {"/", "/bot", "/run/seat"}:
            through.append(f"mounted: {line}")
        writable = "rw" in options.split(",") and (point in sealed or os.access(point, os.W_OK))
        if writable and point not in ("/tmp", "/dev/mqueue"):
            # /dev/null over a file of /proc is a mask.
            if not masks.match(point) or os.stat(point).st_rdev != os.stat("/dev/null").st_rdev:
                through.append(f"not read-only: {line}")
        ours = r".*/arena-[0-9a-f]{16}/(seat|seat-bot)"
        # gVisor shows no path at all.
        shown = (kind, root) != ("9p", "/")
        if point in ("/bot", "/run/seat") and shown and not re.fullmatch(ours, root):
            through.append(f"not a folder of a box: {line}")
        if point in ("/bot", "/run/seat") and re.match("/(home|root|Users)/", root):
            through.append(f"a path with a user's name: {line}")
    for number in map(int, os.listdir("/proc/self/fd")):
        try:
            mode, target = os.fstat(number).st_mode, os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if stat.S_ISDIR(mode) or stat.S_ISREG(mode) or stat.S_ISBLK(mode):
            through.append(f"open from the start: {target}")
