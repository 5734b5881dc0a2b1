"""The matches of a season that wait: their plans, which is next, and who plays no others meanwhile.

A match that was void is played again soon; after 3 voids in a row it is put off until nothing else
can be played. Its bots rest: they are not paired again until some other match has been played. If
nothing else can be played, one of them at a time may meet other bots. So a season whose every
match is void comes to its end, and one in which some can be played goes on.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.bots.manifest import Bot
from arena.games import find_game
from arena.games.options import read_options
from arena.match.clock import parse_time_control
from arena.match.plan import make_plan, write_plan
from arena.v1 import record_pb2 as rec
from ladder.log.entries import Opened
from ladder.log.roster import Roster
from ladder.matches import Player
from ladder.matchmaking.pairing import Pairing

# After 3 voids one after the other a match is put off, and a bot may be quarantined.
MOST_VOIDS: Final = 3


def make_match_plan(opened: Opened, roster: Roster, pairing: Pairing) -> rec.Plan:
    """Plan the match of a pairing, from a seed that nobody can guess, for any box."""
    game = find_game(pairing.division.game)
    bots = [Bot(player, Path(), roster.versions[player].digest) for player in pairing.players]
    plan = make_plan(
        game,
        read_options(game, dict(pairing.division.options)),
        bots,
        games=pairing.games,
        control=parse_time_control(opened.clock),
        box="",
    )
    return write_plan(plan)


@dataclass(frozen=True, slots=True)
class Queued:
    """A match that has no result yet."""

    match: int
    season: int
    plan: rec.Plan
    attempt: int = 0
    """How often it was void, or stopped; each attempt at playing it has other cards."""
    voids: int = 0
    """How often it was void by a failure of ours."""
    reason: str = ""
    """Why it was not played the last time that it was to be."""

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(bot.name for bot in self.plan.bots)


@dataclass(frozen=True, slots=True)
class _PutOff:
    """A match that was put off: after how many others, and after how many results."""

    planned: Queued
    played: int
    results: int
    first: bool
    """It was put off for the first time in the season."""


class Queue:
    """Queued matches that are not being played. It decides nothing that has to be kept."""

    def __init__(self, planned: Iterable[Queued]) -> None:
        # A match that was void in an earlier season may be void again; others are played first.
        self._next = sorted(planned, key=lambda one: one.voids)
        self._put_off: list[_PutOff] = []
        self._aside: list[Queued] = []
        self.quarantined: frozenset[Player] = frozenset()
        self.played = 0
        """How many matches have been played to their end, trials included."""
        self.results = 0
        """The same, without trials."""
        self._known: set[int] = set()

    @property
    def held(self) -> frozenset[Player]:
        """The players that are not paired at the moment."""
        return self.quarantined | self._resting()

    def held_but_one(self) -> list[frozenset[Player]]:
        """The same if nothing else is left: in turn, one of those that rest may be paired."""
        return [self.held - {player} for player in sorted(self._resting() - self.quarantined)]

    def waiting(self) -> list[Queued]:
        """Return all that is neither being played nor over."""
        return [*self._next, *(one.planned for one in self._put_off), *self._aside]

    def failing(self) -> list[Queued]:
        """Return those that were void, or cannot be begun."""
        return [one for one in self.waiting() if one.voids or one in self._aside]

    def remove(self, planned: Queued) -> None:
        """Forget a match: it will not be played."""
        self._next = [one for one in self._next if one.match != planned.match]
        self._put_off = [one for one in self._put_off if one.planned.match != planned.match]
        self._aside = [one for one in self._aside if one.match != planned.match]

    def set_aside(self, planned: Queued, reason: str) -> None:
        """Have a match wait for another season: in this one it cannot be begun."""
        self._aside.append(replace(planned, reason=reason))

    def take(self) -> Queued | None:
        """Return the next match of bots that may be paired, which waits no longer."""
        return self._take(lambda one: self.held.isdisjoint(one.players))

    def take_resting(self) -> Queued | None:
        """Return the next match of bots that rest and are not quarantined."""
        return self._take(lambda one: self.quarantined.isdisjoint(one.players))

    def take_put_off(self) -> Queued | None:
        """Return a match of nobody quarantined that was put off, if another was played since then.

        After a trial that is so once: else bots that can be played with alone, and not with each
        other, would keep a season busy for ever.
        """
        for one in self._put_off:
            news = one.results < self.results or (one.first and one.played < self.played)
            if news and self.quarantined.isdisjoint(one.planned.players):
                self._put_off.remove(one)
                return one.planned
        return None

    def add_void(self, planned: Queued, reason: str) -> bool:
        """Have a void match wait once more; say whether it was put off."""
        again = replace(
            planned, attempt=planned.attempt + 1, voids=planned.voids + 1, reason=reason
        )
        if again.voids % MOST_VOIDS:
            self._next.append(again)
            return False
        first = again.match not in self._known
        self._known.add(again.match)
        self._put_off.append(_PutOff(again, self.played, self.results, first))
        return True

    def note_played(self, *, trial: bool) -> None:
        """Take note that a match was played to its end, so that this machine can."""
        self.played += 1
        self.results += not trial

    def _resting(self) -> set[Player]:
        new = [one for one in self._put_off if one.results == self.results]
        return {player for one in new for player in one.planned.players}

    def _take(self, suits: Callable[[Queued], bool]) -> Queued | None:
        planned = next(filter(suits, self._next), None)
        if planned is not None:
            self._next.remove(planned)
        return planned
