"""Wall time in the place of CPU time, for an author's own bots where the system tells no other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from arena.boxes.kinds import KINDS
from arena.errors import Unavailable
from arena.match.clock import ClockKind, TimeControl
from arena.system import reads_cpu_time

WALL_TIME: Final = (
    "The CPU time of other processes cannot be read on this system, so bots are charged wall time."
)


def local_clock(
    control: TimeControl, box: str, say: Callable[[str], None] = lambda _: None
) -> TimeControl:
    """Return the clock of an author's own bots in such boxes; `say` is told of wall time."""
    if control.kind is not ClockKind.CPU or _tells_cpu_time(box):
        return control
    say(WALL_TIME)
    return replace(control, kind=ClockKind.WALL)


def require_cpu_clock(box: str) -> None:
    """Unavailable if CPU time cannot be charged in such boxes: a ladder charges nothing else."""
    if not _tells_cpu_time(box):
        raise Unavailable(
            "a ladder charges CPU time, which cannot be read of other processes on this system;"
            " expected Linux"
        )


def _tells_cpu_time(box: str) -> bool:
    kind = KINDS[box]
    return kind.isolates or not kind.own_process or reads_cpu_time()
