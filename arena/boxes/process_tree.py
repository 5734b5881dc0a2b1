"""The CPU time of single processes and of all that they have started."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

# The kernel's way to name the CPU clock of another process (include/linux/posix-timers.h).
_SCHED_CLOCK: Final = 2
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
# How long a walk over all processes counts as fresh, in seconds.
_FRESH: Final = 0.02


def cpu_of(pid: int) -> float | None:
    """Return the CPU seconds of a process with all its threads; None if it is gone."""
    try:
        return time.clock_gettime((~pid << 3) | _SCHED_CLOCK)
    except OSError:
        return None


def descendants(pid: int) -> Iterator[int]:
    """Return the processes that a process has started, and those that these have, and so on."""
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield int(child)
                yield from descendants(int(child))


def reaped_by(pid: int) -> float:
    """Return the CPU seconds of the dead processes that a process has waited for."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    # Names may have spaces and brackets in them; user and system time are fields 16 and 17.
    fields = stat.rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) * _TICK


class ProcessTree:
    """The CPU time of a program and of all that it has started, the dead included.

    `keeper` is the ancestor to which orphans come. The program itself is read every time, the
    others at most every 20 milliseconds, since that takes a tenth of one.
    """

    def __init__(self, keeper: int, program: int) -> None:
        self._keeper = keeper
        self._program = program
        self._others = 0.0
        self._looked = 0.0
        self._total = 0.0

    def cpu(self) -> float:
        now = time.monotonic()
        if now - self._looked > _FRESH:
            self._looked = now
            self._others = self._look()
        # Never back: at its end the program's time comes to its keeper's with a small delay.
        self._total = max(self._total, (cpu_of(self._program) or 0.0) + self._others)
        return self._total

    def _look(self) -> float:
        others = [pid for pid in descendants(self._keeper) if pid != self._program]
        live = sum(cpu_of(pid) or 0.0 for pid in others)
        return live + sum(map(reaped_by, (self._keeper, self._program, *others)))
