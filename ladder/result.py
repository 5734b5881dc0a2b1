"""A match as the ratings see it: who played with whom, and who came where."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

Player: TypeAlias = str
"""An immutable version of a bot, as `name@version`: it never gets better or worse."""


def name_of(player: Player) -> str:
    """Return the bot's name, which all its versions share."""
    return player.rpartition("@")[0] or player


@dataclass(frozen=True, slots=True)
class Result:
    """One match, whatever the number of its games: one update of the ratings."""

    number: int
    """Its place in the log; results are in increasing order of it."""
    match: str
    """The match's name, under which its record is kept."""
    game: str
    teams: tuple[tuple[Player, ...], ...]
    """Who played; a bot that plays for itself is a team of one. Nobody is there twice."""
    ranks: tuple[int, ...]
    """The rank of each team: 1 is best, and ties are equal."""
    time: datetime
    """When it went into the log, in UTC."""

    @property
    def seats(self) -> int:
        return sum(map(len, self.teams))


@dataclass(frozen=True, slots=True)
class Selection:
    """Which results count: those that agree with everything that is said here."""

    game: str | None = None
    seats: int | None = None
    as_of: datetime | None = None
    """Only what was in the log by then."""
    without: frozenset[Player] = frozenset()
    """Players none of whose matches count."""

    def of(self, results: Iterable[Result]) -> Iterator[Result]:
        return (result for result in results if self._takes(result))

    def _takes(self, result: Result) -> bool:
        return (
            self.game in {None, result.game}
            and self.seats in {None, result.seats}
            and (self.as_of is None or result.time <= self.as_of)
            and all(self.without.isdisjoint(team) for team in result.teams)
        )
