"""Formats that end when all have met: the round robin, the gauntlet of one against all, and that in
which each meets the house bots alone.

They go through the divisions and the numbers of seats of each, one after the other. With more than
two seats a match brings about several meetings, of which towards the end not all are needed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ladder.matches import Division, Player
from ladder.matchmaking.field import Field
from ladder.matchmaking.grouping import gather, pair
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing


class _MeetAll:
    """Plays one kind of match after the other, each until nothing of it is lacking."""

    times: int

    def __call__(self, field: Field, history: History, rng: Random) -> Pairing | None:
        kinds = _kinds(field, history, self.times)
        groups = ((kind, self._group(kind, rng)) for kind in kinds)
        found = ((kind, group) for kind, group in groups if group)
        return next((pair(field, kind.division, group) for kind, group in found), None)

    def _group(self, kind: "_Kind", rng: Random) -> list[Player] | None:
        """Return who plays the next match of a kind; None if it lacks none."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class RoundRobin(_MeetAll):
    """Everybody meets everybody this many times, in every division with every number of seats.

    At the end all have equally many matches of each kind, or one more where the numbers do not
    divide. For two seats these are each pair exactly this many times. With more, two bots of one
    author do not meet.
    """

    times: int = 1

    def _group(self, kind: "_Kind", rng: Random) -> list[Player] | None:
        matches = {player: kind.matches(player) for player in kind.players}
        behind = [
            one for one in kind.players if any(kind.lacking(one, other) for other in kind.players)
        ]
        # A player that is held back for the moment may even it out by itself.
        if not behind and (kind.field.held or max(matches.values()) - min(matches.values()) <= 1):
            return None
        first = min(behind or kind.players, key=lambda player: (matches[player], rng.random()))

        def order(player: Player, group: Sequence[Player]) -> tuple[float, ...]:
            wanted = sum(kind.lacking(player, other) for other in group)
            return -wanted, matches[player], rng.random()

        return gather(kind.field, [first], kind.players, kind.seats, order)


@dataclass(frozen=True, slots=True)
class Gauntlet(_MeetAll):
    """One player meets every other this many times, in every division with every number of
    seats."""

    player: Player
    times: int = 1

    def _group(self, kind: "_Kind", rng: Random) -> list[Player] | None:
        if self.player not in kind.players:
            return None
        group = gather(
            kind.field,
            [self.player],
            kind.players,
            kind.seats,
            lambda player, _: (-kind.lacking(self.player, player), rng.random()),
        )
        return group if kind.lacking(self.player, group[1]) else None


@dataclass(frozen=True, slots=True)
class AmongHouse(_MeetAll):
    """Each author's bot plays this many matches with the organiser's bots alone, in every division
    with every number of seats.

    A friend can then throw no game to anybody, since no two authors sit at one table. Everyone
    meets each house bot as often as any other, or once more.
    """

    times: int

    def _group(self, kind: "_Kind", rng: Random) -> list[Player] | None:
        house = [one for one in kind.players if kind.field.is_house(one)]
        matches = {one: kind.matches(one) for one in kind.players if one not in house}
        first = min(matches, key=lambda one: (matches[one], rng.random()), default=None)
        if first is None or matches[first] >= self.times or len(house) < kind.seats - 1:
            return None

        def order(player: Player, _group: Sequence[Player]) -> tuple[float, ...]:
            met = kind.history.meetings(first, player, kind.division, kind.seats)
            return met, kind.matches(player), rng.random()

        return gather(kind.field, [first], house, kind.seats, order)


@dataclass(frozen=True, slots=True)
class _Kind:
    """A division with one of its numbers of seats, and what has come about of it."""

    division: Division
    seats: int
    players: Sequence[Player]
    field: Field
    history: History
    times: int

    def matches(self, player: Player) -> int:
        return self.history.matches(player, self.division, self.seats)

    def lacking(self, one: Player, other: Player) -> int:
        """Return how many meetings these two still lack."""
        if one == other or not self.field.may_join(one, [other], self.seats):
            return 0
        met = self.history.meetings(one, other, self.division, self.seats)
        return max(0, self.times - met)


def _kinds(field: Field, history: History, times: int) -> Iterator[_Kind]:
    for division in field.divisions:
        players = field.players_of(division)
        for seats in field.seats_of(division):
            yield _Kind(division, seats, players, field, history, times)
