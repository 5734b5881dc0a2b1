"""A bot that tries what it may not, prints what came of it as JSON, and exits. Runs in a container.

A finding is "done", or the name of the error that stopped it.
"""

import ctypes
import errno
import json
import os
import platform
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

libc = ctypes.CDLL(None, use_errno=True)
# By number, since libc has no function for most.
CALLS = {
    "x86_64": {
        "ptrace": (101, 0),
        "unshare": (272, 0x10000000),
        "io_uring_setup": (425, 1),
        "bpf": (321, 0),
        "inotify_init": (294, 0),
        "keyctl": (250, 0),
        "memfd_create": (319, 0),
        "mount": (165, 0),
        "perf_event_open": (298, 0),
        "pidfd_open": (434, 1, 0),
        "process_vm_readv": (310, 1),
        "prlimit64": (302, 1, 7, 0),
        "setns": (308, 0),
        "userfaultfd": (323, 0),
    }
}
MEMBARRIER = {"x86_64": 324}


TMP = Path("/tmp")


def names(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def attempt(act: Callable[..., Any], *arguments: Any) -> str:
    try:
        act(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "done"


def call(*numbers: int) -> None:
    if libc.syscall(*numbers) < 0:
        raise OSError(ctypes.get_errno(), "")


def count_children() -> int:
    children: list[subprocess.Popen[bytes]] = []
    try:
        while len(children) < 1000:
            children.append(
                subprocess.Popen(["python3", "-S", "-c", "import time; time.sleep(60)"])
            )
    except OSError:
        pass
    for child in children:
        child.kill()
        child.wait()
    return len(children)


def fill(folder: Path) -> None:
    for number in range(4):
        (folder / str(number)).write_bytes(bytes(8 * 1024**2))


def crowd(folder: Path) -> None:
    for number in range(5000):
        (folder / f"small-{number}").touch()


def capabilities() -> list[int]:
    """Return the capabilities that it has, as bytes, and those that it could get, as numbers."""
    header, held = (0x20080522).to_bytes(8, "little"), ctypes.create_string_buffer(24)
    libc.capget(ctypes.create_string_buffer(header), held)
    # PR_CAPBSET_READ
    return [*filter(None, held.raw), *(each for each in range(41) if libc.prctl(23, each))]


def probe() -> dict[str, Any]:
    families = ("AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_ALG")
    places = ("/", "/bot", "/run/seat", "/etc", "/opt/arena", "/dev", "/dev/shm", "/var")
    return {
        "sockets": {name: attempt(socket.socket, getattr(socket, name)) for name in families},
        "calls": {
            name: attempt(call, *numbers)
            for name, numbers in CALLS.get(platform.machine(), {}).items()
        },
        # Asked which there are, registered for its own threads, and made for them.
        "own barriers": [
            attempt(call, MEMBARRIER[platform.machine()], command, 0, 0)
            for command in (0, 16, 8)
            if platform.machine() in MEMBARRIER
        ],
        "writes": {place: attempt((Path(place) / "new").touch) for place in places},
        "supervisor": [
            attempt(Path("/proc/1/mem").open, "rb"),
            attempt(names, "/proc/1/fd"),
            attempt(os.kill, 1, signal.SIGKILL),
            attempt(os.kill, 1, signal.SIGSTOP),
        ],
        "own end": attempt(Path("/proc/self/oom_score_adj").write_text, "0"),
        "proc": [attempt(Path("/proc", name).read_bytes) for name in ("self/smaps", "stat")],
        "priority of the supervisor": [
            attempt(os.setpriority, os.PRIO_PROCESS, 1, 19),
            attempt(os.setpriority, os.PRIO_USER, 0, 19),
            attempt(os.sched_setaffinity, 1, {0}),
            attempt(os.setpriority, os.PRIO_PROCESS, 0, 1),
            attempt(os.sched_setaffinity, 0, os.sched_getaffinity(0)),
        ],
        # To give way to who runs, or not.
        "manners": [
            os.sched_getscheduler(0) == os.SCHED_BATCH,
            attempt(os.sched_setscheduler, 0, os.SCHED_OTHER, os.sched_param(0)),
            attempt(os.sched_setscheduler, 1, os.SCHED_BATCH, os.sched_param(0)),
            attempt(os.sched_setscheduler, 0, os.SCHED_BATCH, os.sched_param(0)),
        ],
        "chroot": attempt(os.chroot, TMP),
        "setuid": attempt(os.setuid, 0),
        "capabilities": capabilities(),
        # PR_GET_NO_NEW_PRIVS and PR_GET_SECCOMP.
        "bounds": [libc.prctl(39, 0, 0, 0, 0), libc.prctl(21)],
        "limits": {
            name: resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1]
            for name in ("CORE", "MEMLOCK", "MSGQUEUE", "SIGPENDING")
        },
        "mounted": {
            name: bool(os.statvfs(TMP).f_flag & getattr(os, f"ST_{name}"))
            for name in ("NODEV", "NOEXEC", "NOSUID")
        },
        "user": os.getuid(),
        "root": names("/"),
        "seat": names("/run/seat"),
        "bot": names("/bot"),
        "link": attempt(Path("/bot/link").read_bytes),
        "programs": names("/usr/bin"),
        "environment": sorted(os.environ),
        "fill": attempt(fill, TMP),
        "crowd": attempt(crowd, TMP),
        "children": count_children(),
        "files": attempt(lambda: [os.dup(1) for _ in range(100)]),
    }


print(json.dumps(probe()))
sys.exit(3)
