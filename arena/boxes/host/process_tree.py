"""Processes with all that they have started: their CPU time, their waits for a CPU, their end."""

import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from arena.system import cpu_time, list_proc, read_proc, run_on

_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
# How long a walk over all processes counts as fresh, in seconds.
_FRESH: Final = 0.02
# How often we look again: what is being killed may have forked meanwhile.
_ROUNDS: Final = 50


def descendants(pid: int) -> Iterator[int]:
    """Return the processes that a process has started, and those that these have, and so on."""
    with suppress(OSError):
        for thread in list_proc(f"{pid}/task"):
            for child in read_proc(f"{pid}/task/{thread}/children").split():
                yield int(child)
                yield from descendants(int(child))


def pin(pid: int, cpu: int) -> None:
    """Have a process and all that it has started run on one CPU."""
    for process in (pid, *descendants(pid)):
        with suppress(OSError):
            for thread in list_proc(f"{process}/task"):
                run_on(int(thread), cpu)


def reaped_by(pid: int) -> float:
    """Return the CPU seconds of the dead processes that a process has waited for."""
    try:
        stat = read_proc(f"{pid}/stat")
    except OSError:
        return 0.0
    # Names may have spaces and brackets in them; user and system time are fields 16 and 17.
    fields = stat.rpartition(b")")[2].split()
    return (int(fields[13]) + int(fields[14])) * _TICK


class Scheduled(NamedTuple):
    """The kernel scheduler's times of a thread, in seconds."""

    ran: float
    waited: float
    """For a CPU, while it could have run."""


_NEVER: Final = Scheduled(0.0, 0.0)


def threads_of(pid: int) -> Iterator[tuple[int, Scheduled]]:
    """Return the threads of a process; none if it is gone, or the kernel does not say."""
    with suppress(OSError):
        for thread in list_proc(f"{pid}/task"):
            ran, waited, _ = read_proc(f"{pid}/task/{thread}/schedstat").split()
            yield int(thread), Scheduled(int(ran) * 1e-9, int(waited) * 1e-9)


def kept_waiting(
    before: Mapping[int, Scheduled], after: Mapping[int, Scheduled], spent: float
) -> float:
    """Return for how long at least nothing of a program ran while something of it could have.

    `spent` is the CPU time of all of it in between. A thread may have waited for others of its own
    program, but for no longer than these ran: so no program makes the machine look busy.
    """
    longest = 0.0
    for thread, now in after.items():
        then = before.get(thread, _NEVER)
        others_ran = max(0.0, spent - (now.ran - then.ran))
        longest = max(longest, now.waited - then.waited - others_ran)
    return longest


class Waits:
    """How long programs were kept from running, by what the scheduler says of their threads."""

    def __init__(self) -> None:
        self._waited = 0.0
        self._at_last: tuple[dict[int, Scheduled], float] | None = None

    def look(self, pids: Iterable[int], spent: float) -> float | None:
        """Return the seconds, counted from the first look on; None where the kernel does not say.

        `spent` is the CPU time of all of these programs so far. It takes a look at every thread.
        """
        now = {thread: said for pid in pids for thread, said in threads_of(pid)}
        if self._at_last is not None:
            before, spent_before = self._at_last
            self._waited += kept_waiting(before, now, spent - spent_before)
        self._at_last = now, spent
        return self._waited if now else None


def _is_in_group(pid: int, group: int) -> bool:
    try:
        return os.getpgid(pid) == group
    except OSError:
        return True


class ProcessTree:
    """The CPU time of a program and of all that it has started, the dead included.

    `keeper` is the ancestor to which orphans come. The program itself is read every time, the
    others at most every 20 milliseconds, since that takes a tenth of one.
    """

    def __init__(self, keeper: int, program: int) -> None:
        self._keeper = keeper
        self._program = program
        self._others = 0.0
        self._strays: tuple[int, ...] = ()
        self._looked = 0.0
        self._total = 0.0
        self._waits = Waits()

    def cpu(self) -> float:
        now = time.monotonic()
        if now - self._looked > _FRESH:
            self._looked = now
            self._others = self._look()
        # Never back: at its end the program's time comes to its keeper's with a small delay.
        self._total = max(self._total, (cpu_time(self._program) or 0.0) + self._others)
        return self._total

    def strays(self) -> tuple[int, ...]:
        """Return the processes that were not in the program's group at the last look."""
        return self._strays

    def waited(self) -> float | None:
        """Return the seconds for which it was kept from running, counted from the first call on.

        None where the kernel does not say.
        """
        return self._waits.look({self._program, *descendants(self._keeper)}, self.cpu())

    def _look(self) -> float:
        others = [pid for pid in descendants(self._keeper) if pid != self._program]
        self._strays = tuple(pid for pid in others if not _is_in_group(pid, self._program))
        live = sum(cpu_time(pid) or 0.0 for pid in others)
        return live + sum(map(reaped_by, (self._keeper, self._program, *others)))


def end_orphans(program: int, socket: str) -> None:
    """Kill all that is left of a program that has ended its supervisor, which in a process box it
    can, as far as it can be found.

    Its processes are found by the session that the supervisor began for them, and by the referee's
    socket in the environment that it gave them. One that has left the session and cleared its
    environment is not found, and where there is no /proc none that has left its group: a process
    box has no walls.
    """
    if program <= 1:
        # Sessions 0 and 1 are those of the system.
        raise ValueError(f"{program} is no program of a bot")
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    for _ in range(_ROUNDS):
        found = [pid for pid in _processes() if _belongs(pid, program, socket)]
        if not found:
            return
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _processes() -> Iterator[int]:
    with suppress(OSError):
        yield from (int(name) for name in list_proc() if name.isdecimal())


def _belongs(pid: int, program: int, socket: str) -> bool:
    """Say whether a process is of the program; not of one that has ended, though not reaped."""
    try:
        stat, environment = read_proc(f"{pid}/stat"), read_proc(f"{pid}/environ")
    except OSError:
        return False
    state, _, _, session = stat.rpartition(b")")[2].split(maxsplit=4)[:4]
    named = f"ARENA_SOCKET={socket}".encode() in environment.split(b"\0")
    return state not in b"ZX" and (int(session) == program or named)
