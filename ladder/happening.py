"""What happens in a season, for whoever watches it."""

from dataclasses import dataclass
from typing import TypeAlias

from ladder.log import Entry
from ladder.matches import Player
from ladder.store.store import Queued


@dataclass(frozen=True, slots=True)
class Begun:
    """A match is being played."""

    planned: Queued
    suspect: Player | None = None
    """Who plays alone with the sample bots; None in a match of the ladder."""


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
    """A match was void, by our fault; it is played again, soon or when nothing else is left."""

    match: int
    players: tuple[Player, ...]
    reason: str
    put_off: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """A suspect's match alone with the sample bots is over."""

    match: int
    suspect: Player
    reason: str
    """Why it was void; empty if it was played to its end, and the suspect plays others again."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A match cannot be begun in this season, since a bot's files cannot be used."""

    match: int
    players: tuple[Player, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The database does not answer; the season waits for it."""

    reason: str


Happening: TypeAlias = Begun | GameOver | Logged | SetAside | Tried | Voided | Waiting
