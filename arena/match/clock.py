"""A Fischer clock: a bank for the game, and an increment added before every turn.

It charges the CPU time of the bot's box, since that is what the bot did: its wall time also has in
it what everybody else did to the machine. So that nobody sleeps for nothing, a third of the wall
time is charged if that is more, less what the box waited for the CPU that it had been given.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final, NamedTuple

from arena.errors import Unavailable, UserError
from arena.games.messages import EnumMap
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

# The delay of a clock's end on a busy host, at most. Published; no bot should count on it.
GRACE: Final = 0.010
# This many seconds of wall time cost as much as one of CPU time.
WALL_FACTOR: Final = 3.0
USUAL_CLOCK: Final = "10+0.1"
NO_CPU_TIME: Final = "the CPU time of a bot cannot be read here; play with --clock-kind wall"

_NOTATION = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)\+(\d{1,4}(?:\.\d{1,3})?)", re.ASCII)


class ClockKind(StrEnum):
    """The cost that a clock charges."""

    CPU = "cpu"
    WALL = "wall"
    NONE = "none"
    """Nothing: anyone who is asked may think for as long as they like."""

    @property
    def wall_factor(self) -> float:
        """This many seconds of wall time cost one."""
        return 1.0 if self is ClockKind.WALL else WALL_FACTOR


class Spent(NamedTuple):
    """The cost of an answer, in seconds."""

    wall: float
    """Wall time since its box got a CPU, less the stalls of the referee."""
    cpu: float | None
    """CPU time of everything in the box since its last answer; None where it cannot be read."""
    waited: float = 0.0
    """The part of the wall time for which the box waited for its CPU."""


def read_spent(entry: rec.Entry) -> Spent:
    """Return what an answer has cost at least, as its record says: CPU time may not be in it."""
    return Spent(entry.wall_us / 1e6, entry.cpu_us / 1e6, entry.waited_us / 1e6)


def read_overrun(forfeit: rec.Forfeit) -> Spent | None:
    """Return what was spent when an answer was too late; None if the record does not say it."""
    if not forfeit.HasField("wall_us"):
        return None
    return Spent(forfeit.wall_us / 1e6, forfeit.answer_cpu_us / 1e6, forfeit.waited_us / 1e6)


def as_recorded(spent: Spent) -> Spent:
    """Return a cost in whole microseconds, as a record has it: what is judged is what is kept."""
    cpu = None if spent.cpu is None else round(spent.cpu * 1e6) / 1e6
    return Spent(round(spent.wall * 1e6) / 1e6, cpu, round(spent.waited * 1e6) / 1e6)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time of each seat in a game, in seconds: whole milliseconds, as it is told."""

    bank: float = 10.0
    increment: float = 0.1
    start: float = 10.0
    """From the start of a bot's program to its Join; wall time, and apart from the bank; `inf` is
    no limit."""
    kind: ClockKind = ClockKind.CPU

    def __post_init__(self) -> None:
        for name in ("bank", "increment", "start"):
            object.__setattr__(self, name, round(getattr(self, name), 3))

    def __str__(self) -> str:
        free = self.kind is ClockKind.NONE
        return "none" if free else f"{self.bank:g}+{self.increment:g}"

    def longest(self, answers: int) -> float:
        """Return the seconds of wall time that a seat can take of a game of this many answers.

        The waits of its box for a CPU are not in it.
        """
        return (self.bank + self.increment * answers) * self.kind.wall_factor


NO_CLOCK: Final = TimeControl(0, 0, inf, ClockKind.NONE)
"""The clock of a person, unless one is asked for."""


class Deadline(NamedTuple):
    """Until when the answer to one question is in time: the judge's word, also to the timer."""

    left: float
    """Seconds that the clock of the seat has left."""
    kind: ClockKind

    @property
    def wall(self) -> float:
        """The seconds of wall time, less what its box waits for a CPU, after which it is over."""
        if self.kind is ClockKind.NONE:
            return inf
        return (self.left + GRACE) * self.kind.wall_factor

    def is_over(self, spent: Spent, grace: float = GRACE) -> bool:
        """Say whether an answer that has cost this is late.

        Unavailable if its CPU time is to be charged and nobody knows it.
        """
        return charge(spent, self.kind) > self.left + grace

    def rest(self, spent: Spent) -> float:
        """Return for how many seconds it is not over, whatever is spent of them."""
        wall = self.wall - (spent.wall - spent.waited)
        if self.kind is not ClockKind.CPU:
            return wall
        return min(wall, self.left + GRACE - (spent.cpu or 0.0))


class Clock:
    """One seat's clock in one game. It is told what was spent; it does not measure."""

    def __init__(self, control: TimeControl) -> None:
        self._increment = control.increment
        self._bank = control.bank
        self._kind = control.kind

    @property
    def left(self) -> float:
        """Seconds that the seat may spend on its next answer."""
        return self._bank + self._increment

    @property
    def deadline(self) -> Deadline:
        """Until when the seat's next answer is in time."""
        return Deadline(self.left, self._kind)

    def spend(self, spent: Spent) -> str:
        """Charge an answer; return why it came too late, as a sentence, or nothing.

        Unavailable if its CPU time is to be charged and nobody knows it.
        """
        deadline, left, charged = self.deadline, self.left, charge(spent, self._kind)
        self._bank = max(0.0, left - charged)
        if not deadline.is_over(spent):
            return ""
        if self._kind is ClockKind.CPU and charged != spent.cpu:
            own = spent.wall - spent.waited
            return (
                f"the answer took {own:.3f} s, which costs {charged:.3f} s; {left:.3f} s were left"
            )
        return f"the answer took {charged:.3f} s of {self._kind} time; {left:.3f} s were left"


def charge(spent: Spent, kind: ClockKind) -> float:
    """Return the seconds that an answer costs.

    Unavailable if its CPU time is to be charged and nobody knows it.
    """
    own = spent.wall - spent.waited
    if kind is ClockKind.NONE:
        return 0.0
    if kind is ClockKind.WALL:
        return own
    if spent.cpu is None:
        raise Unavailable(NO_CPU_TIME)
    return max(spent.cpu, own / WALL_FACTOR)


def parse_time_control(text: str, kind: str = ClockKind.CPU, start: float = 10.0) -> TimeControl:
    """Read `BANK+INCREMENT` in seconds, for example `10+0.1`, beside what else a clock has."""
    match = _NOTATION.fullmatch(text)
    if match is None or float(match[1]) + float(match[2]) == 0:
        raise UserError(f"{text!r} is no clock; a clock is BANK+INCREMENT in seconds, say 10+0.1.")
    if kind not in {ClockKind.CPU, ClockKind.WALL}:
        raise UserError(f"The kind of a clock is cpu or wall, not {kind!r}.")
    if not 0.1 <= start <= 600:
        raise UserError(f"A bot has 0.1 to 600 seconds to start, not {start:g}.")
    return TimeControl(float(match[1]), float(match[2]), start, ClockKind(kind))


_KINDS: Final = EnumMap(pb.ClockKind, tuple(ClockKind))


def clock_message(control: TimeControl) -> pb.Clock:
    return pb.Clock(
        bank_ms=round(control.bank * 1000),
        increment_ms=round(control.increment * 1000),
        start_ms=0 if control.start == inf else round(control.start * 1000),
        kind=_KINDS.number[control.kind],
    )


def read_clock(clock: pb.Clock) -> TimeControl:
    kind = _KINDS.word.get(clock.kind, ClockKind.CPU)
    start = clock.start_ms / 1000 or inf
    return TimeControl(clock.bank_ms / 1000, clock.increment_ms / 1000, start, kind)
