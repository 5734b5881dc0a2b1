"""The abilities of this system: the one module of the author's kit that uses features of Linux
alone.

Each function says what stands in for it elsewhere. So bots are made, checked, played and compared
in plain processes on systems that have no more than POSIX, Python's `fcntl` and its `resource`.
Containers, and so strangers' bots, are for Linux alone.
"""

import ctypes
import fcntl
import os
import resource
import socket
import struct
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Thread
from typing import Final

MAY_FORK: Final = sys.platform == "linux"
"""Whether a process may go on after a fork: that of macOS may not use its system's libraries."""
LONGEST_SOCKET: Final = 107 if sys.platform == "linux" else 103
"""The longest path of a Unix socket that the kernel takes."""
CPU_TOPOLOGY: Final = Path("/sys/devices/system/cpu")
"""The kernel's only word on which CPUs share a core."""
CGROUPS: Final = Path("/proc/self/cgroup")
"""The kernel's list of the control groups of this process."""
CGROUP_MOUNT: Final = Path("/sys/fs/cgroup")
"""The mount of control groups; version 1 has a folder for each controller."""

_PR_SET_PDEATHSIG: Final = 1
# How often a process looks whether its parent lives, where the kernel does not tell; in seconds.
_LOOK: Final = 1.0
# The kernel's way to name the CPU clock of another process (include/linux/posix-timers.h).
_SCHED_CLOCK: Final = 2
_IN_MODIFY: Final = 0x2
_IN_CLOSE_WRITE: Final = 0x8
# The kernel's `struct flock`: kind, from where, start, size, process.
_FLOCK: Final = struct.Struct("@hhqqi0q")
_HAS_BYTE_LOCKS: Final = hasattr(fcntl, "F_OFD_SETLK")


# --- CPUs ---


def usable_cpus(groups: Path = CGROUPS, mount: Path = CGROUP_MOUNT) -> list[int]:
    """Return the numbers of the CPUs that this process may use; elsewhere those of the machine.

    A container with a quota of 2.5 CPUs has two: the kernel holds up all that share a quota once it
    is used up.
    """
    if not hasattr(os, "sched_getaffinity"):
        return [*range(os.cpu_count() or 1)]
    quota = min(_read_quotas(groups, mount), default=inf)
    usable = sorted(os.sched_getaffinity(0))
    return usable[: max(1, int(min(quota, len(usable))))]


def _read_quotas(groups: Path, mount: Path) -> Iterator[float]:
    """Yield the quotas of the control groups that this process is in, as numbers of CPUs."""
    for line in _read(groups).splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers and "cpu" not in controllers.split(","):
            continue
        # A container may see its own group as the topmost, while the path is the host's.
        parts = Path(path).parts[1:]
        for depth in range(len(parts) + 1):
            folder = mount.joinpath(controllers, *parts[:depth])
            version_1 = (_read(folder / f"cpu.cfs_{name}_us") for name in ("quota", "period"))
            quota, period = (_read(folder / "cpu.max") or " ".join(version_1)).split() or ("max", 0)
            if quota.isdecimal():
                yield int(quota) / int(period)


def _read(file: Path) -> str:
    """Return what is in a file; nothing if it is not there."""
    with suppress(OSError):
        return file.read_text()
    return ""


def run_on(thread: int, cpu: int) -> None:
    """Have a thread run on one CPU alone, 0 is this one; elsewhere it runs anywhere."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(thread, {cpu})


def cpu_time(pid: int) -> float | None:
    """Return the CPU seconds of a process; None if it is gone, and elsewhere."""
    try:
        return time.clock_gettime((~pid << 3) | _SCHED_CLOCK)
    except OSError:
        return None


def reads_cpu_time() -> bool:
    """Say whether the CPU time of other processes can be read."""
    return cpu_time(os.getpid()) is not None


def running_time() -> float:
    """Return for how long this machine has run, asleep or not, from some time on.

    By a clock that nobody sets; macOS has the same one under another name.
    """
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def preemptions() -> int:
    """Return how often this thread has been preempted; elsewhere 0."""
    if hasattr(resource, "RUSAGE_THREAD"):
        return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw
    return 0


def waited_for_cpu() -> float:
    """Return for how long this thread was kept from running, from some time on.

    By the scheduler's word, which leaves out waits for other threads of ours; elsewhere with these.
    """
    try:
        return int(read_proc("thread-self/schedstat").split()[1]) * 1e-9
    except OSError:
        return time.perf_counter() - time.thread_time()


# --- processes ---


def read_proc(name: str) -> bytes:
    """Return what the kernel says in a file of /proc; elsewhere an OSError."""
    # In half of the time that `Path` takes.
    with open(f"/proc/{name}", "rb", buffering=0) as file:
        return file.read()


def list_proc(name: str = "") -> list[str]:
    """Return the names in a folder of /proc; elsewhere an OSError."""
    return os.listdir(f"/proc/{name}")


def signal_with_parent(parent: int, number: int) -> None:
    """Have this process sent a signal when its parent, the one with this number, has died.

    By the kernel (PR_SET_PDEATHSIG); elsewhere a thread looks every second.
    """
    libc = ctypes.CDLL(None)
    if hasattr(libc, "prctl"):
        libc.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
        # It may have died before.
        _signal_orphan(parent, number)
        return

    def look() -> None:
        while not _signal_orphan(parent, number):
            time.sleep(_LOOK)

    Thread(target=look, daemon=True).start()


def _signal_orphan(parent: int, number: int) -> bool:
    """Send this process a signal if it has another parent."""
    is_orphan = os.getppid() != parent
    if is_orphan:
        os.kill(os.getpid(), number)
    return is_orphan


MEMORY: Final = resource.RLIMIT_AS
CPU_SECONDS: Final = resource.RLIMIT_CPU


def limit_process(kind: int, most: int) -> None:
    """Let this process have at most so much of something (`resource.RLIMIT_...`)."""
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def peer_of(port: socket.socket) -> int:
    """Return the process at the other end of a Unix socket; elsewhere 0."""
    if not hasattr(socket, "SO_PEERCRED"):
        return 0
    pid, _, _ = struct.unpack("3i", port.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return int(pid)


# --- files ---


def lock(file: int) -> None:
    """Wait for the lock of an open file, which no other open file has then."""
    fcntl.flock(file, fcntl.LOCK_EX)


def lock_shared(file: int) -> None:
    """Wait for a share in the lock of an open file."""
    fcntl.flock(file, fcntl.LOCK_SH)


def try_lock(file: int) -> bool:
    """Take the lock of an open file if it is free, or already this one's."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def unlock(file: int) -> None:
    """Let others have the lock of an open file."""
    fcntl.flock(file, fcntl.LOCK_UN)


def try_lock_byte(file: int, byte: int) -> bool:
    """Lock a byte for an open file (`man fcntl_locking`) if it is free; elsewhere every one is."""
    try:
        _lock_bytes(file, "F_OFD_SETLK", fcntl.F_WRLCK, byte, 1)
    except BlockingIOError:
        return False
    return True


def unlock_byte(file: int, byte: int) -> None:
    """Let others lock a byte."""
    _lock_bytes(file, "F_OFD_SETLK", fcntl.F_UNLCK, byte, 1)


def is_first_locked(file: int, byte: int) -> bool:
    """Say whether no other open file has locked a byte before this one; elsewhere it is so."""
    return _lock_bytes(file, "F_OFD_GETLK", fcntl.F_WRLCK, 0, byte) == fcntl.F_UNLCK


def _lock_bytes(file: int, command: str, kind: int, start: int, size: int) -> int:
    """Lock, unlock or look at bytes; return the kind of lock that the kernel tells of."""
    if not _HAS_BYTE_LOCKS:
        return fcntl.F_UNLCK
    wanted = _FLOCK.pack(kind, os.SEEK_SET, start, size, 0)
    return int(_FLOCK.unpack(fcntl.fcntl(file, getattr(fcntl, command), wanted))[0])


def watch_files(files: Iterable[Path]) -> int:
    """Open what can be read when one of these has been written to, or a process that could has
    ended (inotify); elsewhere, or where the kernel has no more of them, -1.
    """
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "inotify_init1"):
        return -1
    watch = int(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    for file in files if watch >= 0 else ():
        libc.inotify_add_watch(watch, os.fsencode(file), _IN_MODIFY | _IN_CLOSE_WRITE)
    return watch
