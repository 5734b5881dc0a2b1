"""The pulse of a season: where it runs, since when, and when it was last seen doing so."""

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from typing import ClassVar, Final

from arena.system import usable_cpus

# A season beats every 5 seconds; after this many without a beat it does not run any more.
BEAT: Final = 5.0
_LOST: Final = timedelta(seconds=4 * BEAT)


@dataclass(frozen=True, slots=True)
class WorkerState:
    """A worker of a season, and what has come of the matches that it was given."""

    name: str
    """Its host's name and the number of its process."""
    state: str
    """`plays`, `left`, or why it is set aside."""
    slots: int
    """How many matches it plays at once."""
    cpus: int
    memory: int
    """In bytes; 0 where the system does not say."""
    played: int
    void: int


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine that plays matches, or the workers that do."""

    host: str
    """Its name."""
    cpus: int
    memory: int
    """In bytes; 0 where the system does not say."""
    box: str
    """The kind of box."""
    image: str
    """Digest of what the containers' image is made of."""
    system: str
    python: str
    version: str
    """The version of card-arena."""
    parallel: int
    """How many matches it plays at once."""
    load: float
    """How many programs want a CPU, as a mean over the last minute."""
    workers: tuple[WorkerState, ...] = ()
    """Those that play, and those that have; none where the season plays on its own machine."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """The last report of a season. Times are in UTC."""

    setting: ClassVar[str] = "pulse"
    begun: datetime
    seen: datetime
    over: bool
    """It has ended, and said so; one that is killed does not."""
    machine: Machine

    def is_running(self, now: datetime) -> bool:
        """Say whether it was seen in the last 20 seconds, and has not ended since."""
        return not self.over and abs(now - self.seen) < _LOST


def read_machine(box: str, image: str, parallel: int) -> Machine:
    """Return what this machine is, and how busy."""
    return Machine(
        host=platform.node(),
        cpus=count_cpus(),
        memory=_read_memory(),
        box=box,
        image=image,
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        version=version("card-arena"),
        parallel=parallel,
        load=round(os.getloadavg()[0], 2),
    )


def count_cpus() -> int:
    """Return how many CPUs this process may use."""
    return len(usable_cpus())


def _read_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0


def begin_pulse(machine: Machine) -> Pulse:
    """Return the pulse of a season that begins now."""
    now = datetime.now(UTC)
    return Pulse(now, now, over=False, machine=machine)
