"""What happens in a season, for whoever watches it."""

from dataclasses import dataclass
from typing import TypeAlias

from ladder.log import Entry
from ladder.store.store import Planned


@dataclass(frozen=True, slots=True)
class Begun:
    """A match is being played."""

    planned: Planned


@dataclass(frozen=True, slots=True)
class GameOver:
    """One game of a match is over."""

    match: int


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry went into the log: a result, or what follows from one."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Voided:
    """A match was void, by our fault; it is played again, now or in the next season."""

    match: int
    reason: str
    put_off: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The database does not answer; the season waits for it."""

    reason: str


Happening: TypeAlias = Begun | GameOver | Logged | Voided | Waiting
