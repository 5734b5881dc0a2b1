"""The supervisor: the trusted parent of one bot's program. Runs alone, on the standard library.

    python3 -I supervisor.py SOCKET

It connects to SOCKET and reads a line of JSON, the order: command, folder and environment of the
bot's program. Then it sends lines of JSON: `{"pid": number}` of the program, `{"log": text}` for
its output, and at the end `{"exit": {...}}`. Any input meanwhile asks for all output of the program
so far, after which it says `{"drained": true}`. When the connection closes, the referee is done or
dead: everything that the bot has started is killed, and the supervisor ends.

In a container the supervisor is process 1. The bot can neither signal nor trace it, so its report
of the exit is evidence, and nothing of the bot ever holds the engine's log pipes, whose readers
would be outside all limits.

Every box waits for it to start, so it loads as little as it can: each module is some milliseconds.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import selectors
import signal
import socket
import stat
import struct
import subprocess
import sys
from contextlib import contextmanager, suppress

# As type checkers know it, without loading `typing`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeAlias

    Program: TypeAlias = subprocess.Popen[bytes]

# The beginning of a long log is passed on as it comes, and the end when the program has ended.
LOG_BYTES = 64 * 1024
TAIL_BYTES = 4 * 1024

_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36

# Landlock's system calls, which have these numbers on every architecture, and its access rights.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_LANDLOCK_VERSION = 1
_PATH_BENEATH = 1
# To write and read files, and to move them from folder to folder.
_ACCESS = 1 << 1 | 1 << 2 | 1 << 13
# The first version that lets a file be moved from folder to folder.
_OLDEST_LANDLOCK = 2

# A control group seen from within: version 2 has it all in one file.
_GROUPS = ("/sys/fs/cgroup", "/sys/fs/cgroup/memory")
# The bytes that the kernel charges at once, and so may be missing at the limit.
_SLACK = 2 * 1024**2


class Log:
    """Passes on the first bytes of a log and keeps the last ones."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self._send = send
        self._left = LOG_BYTES
        self._tail = b""

    def write(self, data: bytes) -> None:
        passed, kept = data[: self._left], data[self._left :]
        self._left -= len(passed)
        if passed:
            self._send(passed)
        self._tail = (self._tail + kept)[-TAIL_BYTES:]

    def finish(self) -> None:
        if self._tail:
            self._send(b"\n[...]\n" + self._tail)
            self._tail = b""


def send(port: socket.socket, message: dict[str, Any]) -> None:
    """Send one line to the referee; if it is gone, the main loop will see."""
    with suppress(OSError):
        port.sendall(json.dumps(message).encode() + b"\n")


def receive_order(port: socket.socket) -> dict[str, Any]:
    """Read one line that says what to run."""
    order = b""
    while not order.endswith(b"\n"):
        data = port.recv(65536)
        if not data:
            sys.exit(0)
        order += data
    received: dict[str, Any] = json.loads(order)
    return received


def start_program(order: dict[str, Any], oom_score: int | None) -> tuple[Program, int] | str:
    """Start a program; return it and its output's pipe, or why it cannot be run."""
    try:
        with preferred_for_oom(oom_score):
            program = subprocess.Popen(
                order["command"],
                cwd=order["folder"],
                env=order["environment"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                # The supervisor has no threads.
                preexec_fn=prepare_contained if os.getpid() == 1 else give_way,  # noqa: PLW1509
            )
    except OSError as error:
        return f"the command {order['command'][0]!r} cannot be run: {error.strerror}"
    except ValueError as error:
        # It has a NUL, which no program can be given.
        return f"the command {order['command'][0]!r} cannot be run: {error}"
    output = program.stdout.fileno()  # type: ignore[union-attr]  # it was asked for
    os.set_blocking(output, False)
    return program, output


def prepare_contained() -> None:
    """Be a bot's process in a container, before its program is there."""
    give_way()
    close_proc()


def give_way() -> None:
    """Use SCHED_BATCH (Linux), so that a bot that wakes up does not preempt the running process.

    That is mostly the referee, in the middle of waking another bot. Programs that compute get as
    much of a CPU as before.
    """
    if hasattr(os, "sched_setscheduler"):
        with suppress(OSError):  # A sandbox may not have it.
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def close_proc() -> None:
    """Close the files of /proc to this process and its children, if the kernel has Landlock.

    The files on a bot's own memory tell of other boxes, too: how many have mapped a page of the
    image. No mount can hide that, since the folder of each process is made again.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(_CREATE_RULESET, None, 0, _LANDLOCK_VERSION) < _OLDEST_LANDLOCK:
        return
    rules = libc.syscall(_CREATE_RULESET, struct.pack("Q", _ACCESS), 8, 0)
    for name in {*os.listdir("/")} - {"proc"}:
        folder = os.open(f"/{name}", os.O_PATH | os.O_CLOEXEC)
        if stat.S_ISDIR(os.fstat(folder).st_mode):
            libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", _ACCESS, folder), 0)
        os.close(folder)
    if libc.syscall(_RESTRICT_SELF, rules, 0) != 0:
        raise OSError(ctypes.get_errno(), "its files cannot be closed to it")
    os.close(rules)


def open_oom_score() -> int | None:
    """Open what says how soon the kernel kills this process for memory; None where it is not.

    To be done before `protect_self`, which closes it by its name even to this process.
    """
    try:
        return os.open("/proc/self/oom_score_adj", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None


@contextmanager
def preferred_for_oom(score: int | None) -> Iterator[None]:
    """Have what is started now killed for memory before this process, which reports on it."""
    if score is None:
        yield
        return
    before = os.pread(score, 16, 0)
    os.pwrite(score, b"1000", 0)
    try:
        yield
    finally:
        os.pwrite(score, before, 0)


def watch(program: Program, output: int, port: socket.socket, log: Log) -> bool:
    """Pass on the log until the program ends (True) or the referee is gone (False)."""
    ended = open_end(program)
    with selectors.DefaultSelector() as selector:
        for source in (port, output, ended):
            selector.register(source, selectors.EVENT_READ)
        while program.poll() is None:
            for key, _ in selector.select():
                if key.fileobj is port:
                    if not is_there(port):
                        return False
                    drain(output, log)
                    send(port, {"drained": True})
                if key.fileobj == ended:
                    hear_end(ended)
                if key.fileobj == output:
                    with suppress(BlockingIOError):  # It has just been drained.
                        if not pump(output, log):
                            selector.unregister(output)
    return True


def is_there(port: socket.socket) -> bool:
    """Read what the referee asks for; False if it is gone, with what we said read or unread."""
    with suppress(ConnectionError):
        return bool(port.recv(4096))
    return False


def open_end(program: Program) -> int:
    """Open what can be read when the program has ended, and maybe at other times."""
    if hasattr(os, "pidfd_open"):
        # If it is allowed: it says nothing when the program is only stopped.
        with suppress(OSError):
            return os.pidfd_open(program.pid)
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    os.set_blocking(wake_read, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_write)
    return wake_read


def hear_end(ended: int) -> None:
    with suppress(OSError):  # A process is not read.
        os.read(ended, 4096)


def pump(output: int, log: Log) -> bool:
    """Read what there is of the output once; False at its end."""
    data = os.read(output, 65536)
    log.write(data)
    return bool(data)


def drain(output: int, log: Log) -> None:
    """Read what the program left in the pipe; what its children still write is not waited for."""
    with suppress(BlockingIOError):
        for _ in range(16):
            if not pump(output, log):
                return


def describe_exit(code: int) -> dict[str, Any]:
    """Return how the program ended, from the kernel's word and not from its own."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "code": code if code >= 0 else None,
        "signal": -code if code < 0 else None,
        "out_of_memory": has_met_memory_limit(),
        "cpu": usage.ru_utime + usage.ru_stime,
    }


def has_met_memory_limit() -> bool:
    """Say whether the kernel has killed something of this container at its own limit.

    As far as can be seen from within. The host asks too (`cgroup.py`); its word decides.
    """
    if os.getpid() != 1:
        return False
    newer, older = _GROUPS
    with suppress(OSError, ValueError):
        return min(read_counts(f"{newer}/memory.events", "oom_kill", "oom")) > 0
    with suppress(OSError, ValueError):
        most = int(read_text(f"{older}/memory.max_usage_in_bytes"))
        limit = int(read_text(f"{older}/memory.limit_in_bytes"))
        killed = read_counts(f"{older}/memory.oom_control", "oom_kill")
        return min(killed) > 0 and most > limit - _SLACK
    return False


def read_text(path: str) -> str:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def read_counts(path: str, *names: str) -> list[int]:
    """Return these numbers of a file with a name and a number in each line."""
    words = read_text(path).split()
    return [int(words[words.index(name) + 1]) for name in names]


def kill_all() -> None:
    """Kill and reap every descendant: orphans come to us, so without a child there is none left."""
    while True:
        for child in list_children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def wait_for_end(port: socket.socket) -> None:
    """Wait until the referee closes: the control group, where it looks too, goes with us."""
    with suppress(OSError):
        while port.recv(4096):
            send(port, {"drained": True})


def list_children() -> Iterable[int]:
    """Return the processes whose parent is this one."""
    pid = os.getpid()
    with suppress(FileNotFoundError):
        return map(int, read_text(f"/proc/self/task/{pid}/children").split())
    # Neither gVisor nor a kernel without CONFIG_PROC_CHILDREN has that file, nor macOS any of them.
    if os.path.exists("/proc/self/stat"):
        return [child for child in list_processes() if read_parent(child) == pid]
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, check=False)
    return map(int, listed.stdout.split())


def list_processes() -> Iterable[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def read_parent(pid: int) -> int:
    """Return the parent of a process; 0 if it is gone."""
    try:
        stat = read_text(f"/proc/{pid}/stat")
    except OSError:
        return 0
    # Names may have spaces and brackets in them.
    return int(stat.rpartition(")")[2].split()[1])


def protect_self() -> None:
    """Become the parent of the bot's orphans, closed to its eyes; let go of the engine's pipes."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)


def main(address: str) -> None:
    """Guard one program from its start to its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    port = socket.socket(socket.AF_UNIX)
    port.connect(address)
    oom_score = open_oom_score()
    protect_self()
    started = start_program(receive_order(port), oom_score)
    if isinstance(started, str):
        send(port, {"exit": {"error": started}})
        return
    program, output = started
    send(port, {"pid": program.pid})
    log = Log(lambda data: send(port, {"log": data.decode("utf-8", "replace")}))
    if watch(program, output, port, log):
        drain(output, log)
        log.finish()
        kill_all()
        send(port, {"exit": describe_exit(program.returncode)})
        wait_for_end(port)
    kill_all()


if __name__ == "__main__":
    main(sys.argv[1])
