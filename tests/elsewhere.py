"""Takes from a Python what Linux has and macOS has not, before any code of ours runs.

Under the name `sitecustomize` it is read by every Python with its folder in PYTHONPATH. A program
that is started without that, as our supervisor, is run by it: `elsewhere.py PROGRAM WORDS...`. The
test is `test_system.py`. It is a likeness: the kernel and the libraries stay those of Linux.
"""

import ctypes  # noqa: F401 - it looks at the platform, which has to be the true one here
import errno
import fcntl
import os
import re
import resource
import runpy
import signal
import socket
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

GONE: dict[ModuleType, str] = {
    os: "sched_.*|SCHED_.*|pidfd_.*|memfd_.*|MFD_.*|eventfd.*|EFD_.*|timerfd_.*|setns|unshare"
    "|splice|copy_file_range|posix_fadvise|posix_fallocate|RWF_.*|O_PATH|O_TMPFILE|O_DIRECT"
    "|O_NOATIME|getrandom|GRND_.*|.*xattr|getresuid|getresgid|setresuid|setresgid|P_PIDFD",
    fcntl: "F_OFD_.*|F_.*PIPE_SZ|F_.*SEALS|F_SEAL_.*|F_.*LEASE|F_NOTIFY|DN_.*|F_.*SIG",
    resource: "RUSAGE_THREAD|prlimit|RLIMIT_(MSGQUEUE|NICE|RTPRIO|RTTIME|SIGPENDING)",
    signal: "sigtimedwait|sigwaitinfo|SIGPWR|SIGSTKFLT|SIGRT.*",
    socket: "SO_PEERCRED|SO_PASSCRED|SOCK_CLOEXEC|SOCK_NONBLOCK|AF_NETLINK|AF_VSOCK",
    time: "pthread_getcpuclockid|CLOCK_(BOOTTIME|TAI)",
}
_CALLS = {"prctl", "inotify_init1", "inotify_add_watch", "syscall"}
_FOLDERS = ("/proc", "/sys")
_clock_gettime, _stat = time.clock_gettime, os.stat


def take_away() -> None:
    for module, names in GONE.items():
        for name in [name for name in vars(module) if re.fullmatch(names, name)]:
            delattr(module, name)
    time.clock_gettime = _read_clock
    os.stat = _look
    sys.addaudithook(_refuse)
    sys.platform = "darwin"
    # What ours starts as `sys.executable` loses the same.
    sys.executable = str(Path(__file__).resolve().parent / "bin" / "python3")


def _read_clock(clock: int) -> float:
    if clock < 0:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return _clock_gettime(clock)


def _look(path: Any, **where: Any) -> os.stat_result:
    _require_there(path)
    return _stat(path, **where)


def _refuse(event: str, words: tuple[Any, ...]) -> None:
    if event in {"open", "os.listdir", "os.scandir"} and words:
        _require_there(words[0])
    if event == "ctypes.dlsym" and words[1] in _CALLS:
        raise AttributeError(words[1])


def _require_there(path: Any) -> None:
    if isinstance(path, (str, bytes, os.PathLike)):
        name = os.fsdecode(path)
        if name.startswith(tuple(f"{folder}/" for folder in _FOLDERS)) or name in _FOLDERS:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)


if __name__ in {"sitecustomize", "__main__"}:
    take_away()
if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
