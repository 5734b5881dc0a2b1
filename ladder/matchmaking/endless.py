"""The endless ladder: anyone who is due longest is next, and meets whom it learns most from.

Everything is balanced by turns, which are matches but for those who came late (see `history`).
First comes the player that has fewest in some division; with it come those who are due as well, and
among these the choice is free: near opponents where that pays, else those it has met least. So
among players that were there all along nobody is ever more than two matches of a division ahead of
another, whether first or last of the ladder.

A newcomer has the fewest, so it comes first, until it is known. If others play already, it leads
every second match at most, and at most half of the seats of a match are for newcomers: however many
come in, the others keep half of all seats.

A bot that forfeited twice with partners at tables with another sits with that one in this division
only where no others can: a forfeited game is none of the others', so helpers could delete losses.

The bots of an author who had more than a share of the time play only where no others can.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ladder.matches import Division, name_of
from ladder.matchmaking.field import DUEL, Field
from ladder.matchmaking.grouping import pair
from ladder.matchmaking.history import KNOWN, SLACK, Columns, History
from ladder.matchmaking.lineup import Lineup
from ladder.matchmaking.pairing import Pairing
from ladder.ratings.link import Floats, Numbers
from ladder.ratings.settled import SETTLED

# The spread of strengths, in betas, from which on near opponents pay (`bench.matchmaking`).
WIDE: Final = 1.5
# How likely a newcomer leads the next match, where others wait too.
NEW_LEADS: Final = 0.5

Mask = npt.NDArray[np.bool_]


def endless(field: Field, history: History, rng: Random) -> Pairing | None:
    """Return the next pairing; None only if there are too few players for every division."""
    field = field.fair()
    queues = [_Queue.of(field, history, division) for division in field.playable()]
    if not queues:
        return None
    queue, first = _find_first(queues, rng)
    choices = field.seats_of(queue.division)
    so_seated = [queue.counts.matches[seats][first] for seats in choices]
    seats = min(zip(so_seated, (rng.random() for _ in choices), choices, strict=True))[-1]
    pays = near_opponents_pay(field, queue.division)
    distances = _distances(queue.lineup, first, rng) if pays else None
    group = _Group(queue, history, seats, distances)
    group.take(first)
    while len(group.places) < seats:
        group.take(_any_of(group.next(), rng))
    players = queue.lineup.players
    return pair(field, queue.division, [players[place] for place in group.places])


@dataclass(frozen=True, slots=True)
class Ranked:
    """The same until everybody who plays a division has a rank in it, or this many matches."""

    most: int

    def __call__(self, field: Field, history: History, rng: Random) -> Pairing | None:
        left = copy(field)
        left.divisions = tuple(one for one in field.divisions if self._lacks(one, field, history))
        return endless(left, history, rng)

    def _lacks(self, division: Division, field: Field, history: History) -> bool:
        counts = history.book(division).columns(division, field.lineup_of(division))
        return bool(((counts.games < SETTLED) & (counts.matches[None] < self.most)).any())


@dataclass(frozen=True, slots=True)
class _Queue:
    """Players that wait for a match of a division, by place in its lineup."""

    division: Division
    lineup: Lineup
    counts: Columns
    turns: Numbers
    free: Mask
    """Players that may be paired."""
    new: Mask
    """The players that are not known yet, if others are."""

    @classmethod
    def of(cls, field: Field, history: History, division: Division) -> "_Queue":
        lineup, free = field.lineup_of(division), field.free(division)
        book = history.book(division)
        counts = book.columns(division, lineup)
        behind, known = book.level - SLACK, counts.games >= KNOWN
        turns = np.where(known, np.maximum(counts.turns, behind), counts.turns)
        return cls(division, lineup, counts, turns, free, free & ~known & (turns < behind))


def _find_first(queues: Sequence[_Queue], rng: Random) -> tuple[_Queue, int]:
    """Return whose turn it is, and in which division."""
    new = [(queue, queue.new) for queue in queues if queue.new.any()]
    others = [(queue, queue.free & ~queue.new) for queue in queues]
    others = [(queue, mask) for queue, mask in others if mask.any()]
    chosen = new if new and (not others or rng.random() < NEW_LEADS) else others
    found = [(*_most_due(queue, mask), queue) for queue, mask in chosen]
    need = min(need for need, _, _ in found)
    best = [(queue, places) for its, places, queue in found if its == need]
    queue, places = best[0] if len(best) == 1 else rng.choices(best, [len(p) for _, p in best])[0]
    return queue, _any_of(places, rng)


def _most_due(queue: _Queue, mask: Mask) -> tuple[tuple[float, float], Numbers]:
    """Return the least turn and then the largest uncertainty, and who has these."""
    places = _least(np.flatnonzero(mask), queue.turns)
    places = _least(places, -queue.lineup.deviations)
    return (float(queue.turns[places[0]]), -float(queue.lineup.deviations[places[0]])), places


class _Group:
    """A match of a division that fills with players."""

    def __init__(
        self, queue: _Queue, history: History, seats: int, distances: Floats | None
    ) -> None:
        self.places: list[int] = []
        """The places of its players."""
        self._queue = queue
        self._book = history.book(queue.division)
        self._seats = seats
        self._distances = distances
        self._open = queue.free.copy()
        self._strange: Floats = np.zeros(len(queue.free))
        self._familiar = np.zeros(len(queue.free), np.bool_)
        self._unwelcome = np.zeros(len(queue.free), np.bool_)
        self._apart = np.zeros(len(queue.free), np.bool_)
        self._due = _due(queue.turns[queue.free & ~queue.new])
        self._due_so = _due(queue.counts.matches[seats][queue.free])

    def next(self) -> Numbers:
        """Return who may be next: all who come first alike."""
        so_seated = self._queue.counts.matches[self._seats]
        places = _least(self._allowed(), np.maximum(self._queue.turns, self._due))
        places = _least(places, np.maximum(so_seated, self._due_so))
        places = _least(places, self._unwelcome)
        if self._distances is None:
            return _least(places, self._strange)
        # Nearest is always the same few, who would tell nothing about the rest.
        return _least(_least(places, self._familiar), self._distances)

    def _allowed(self) -> Numbers:
        """Return who may join; newcomers only as long as they have not half of the seats."""
        new, places = self._queue.new, _least(np.flatnonzero(self._open), self._apart)
        if 2 * (1 + new[self.places].sum()) > self._seats:
            known = places[~new[places]]
            if len(known):
                return known
        return places

    def take(self, place: int) -> None:
        """Have somebody in it."""
        self.places.append(place)
        self._open[place] = False
        authors = self._queue.lineup.authors
        if authors[place] >= 0:
            same = authors == authors[place]
            # In a duel nobody else pays for it, and where all are of one author they have to meet.
            self._unwelcome |= same
            if self._seats > DUEL:
                self._open &= ~same
        self._note_meetings(place)

    def _note_meetings(self, place: int) -> None:
        queue = self._queue
        player, at = queue.lineup.players[place], queue.lineup.place
        if apart := self._book.apart[name_of(player)]:
            self._apart[[at[one] for one in at if name_of(one) in apart]] = True
        met = self._book.met[None][player]
        pairs = [(at[one], times) for one, times in met.items() if one in at]
        if pairs:
            others, times = np.array(pairs).T
            self._strange[others] += times
            matches = queue.counts.matches[None]
            self._familiar[others] |= 3 * times > matches[others]


def _due(counts: Numbers) -> int:
    """Return the number of matches up to which all are due alike: one more than the fewest.

    Those who have yet to catch up do not count here, or they would meet nobody but each other.
    """
    if not len(counts):
        return 0
    return 1 + int(counts[counts >= counts.mean() - 2].min())


def _least(places: Numbers, column: npt.NDArray[Any]) -> Numbers:
    """Return those of these places where a column is least."""
    values = column[places]
    least: Numbers = places[values == values.min()]
    return least


def _any_of(places: Numbers, rng: Random) -> int:
    return int(places[rng.randrange(len(places))])


def near_opponents_pay(field: Field, division: Division) -> bool:
    """Say whether the players of a division differ by clearly more than the luck of a match.

    Two tell most about each other if their difference drowns in luck, but those who meet only
    their neighbours are compared with the others along a long chain. So near opponents pay where
    strengths are spread wide; measured, from half as wide again as the luck. The means are spread
    wider than the strengths, by what is not known yet of each. As long as that may be all of it,
    as in a new ladder, opponents are random.
    """
    lineup, free = field.lineup_of(division), field.free(division)
    unknown = (lineup.deviations[free] ** 2).mean()
    return bool(lineup.means[free].var() - unknown > (WIDE * field.beta) ** 2)


def _distances(lineup: Lineup, first: int, rng: Random) -> Floats:
    """Return how far every mean is from what the first player's strength may be.

    That is drawn from its rating: so one that is not known well meets opponents of all kinds.
    """
    guess = rng.gauss(float(lineup.means[first]), float(lineup.deviations[first]))
    return np.abs(lineup.means - guess)
