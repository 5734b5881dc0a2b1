"""The result of a seat, split into the luck of the deal, the others' play and its own.

The idea is that of AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling 2018): the value of a state
is estimated before and after everything that happens, and the difference is given to anyone who
made it happen. The differences sum to the result, whatever the values are. Here all luck is in the
deal, so the estimate before the first move of a round is the luck of its cards, and of the seat. A
value is the mean lead at the end of the round when everybody plays on by the policy from the true
cards on. A game without rounds that are dealt apart is one round.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any, Final

from arena.games import State
from arena.match.replay import Replay
from arena.review.playouts import Continuation, RunningMean, lead

# A policy after which this many playouts have come to the same draws nothing at random.
_ALIKE: Final = 16
# The lead at the end of a round varies half as much as at the end of a game, so a quarter of the
# playouts tells it as surely.
_OF_A_ROUND: Final = 4


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a lead, with its standard error."""

    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.points:+.1f} ± {self.error:.1f}"


@dataclass(frozen=True, slots=True)
class Split:
    """The lead of a seat at the end of a game, as the sum of three parts."""

    lead: float
    deal: Part
    others: Part
    own: Part


class _Mover(Enum):
    """The next that changes the value of a state."""

    DEAL = auto()
    OTHERS = auto()
    OWN = auto()


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a state, and the next that changes it."""

    mean: float
    variance: float
    mover: _Mover


def split_result(
    replay: Replay, seat: int, playouts: int, goes_on: Continuation, rng: Random
) -> Split:
    """Split the lead of a seat; this many playouts from each state in which the turn changes."""
    values = [*_values(replay, seat, playouts, goes_on, rng)]
    parts = (_part(values, mover) for mover in _Mover)
    return Split(values[-1].mean, *parts)


def _values(
    replay: Replay, seat: int, playouts: int, goes_on: Continuation, rng: Random
) -> Iterator[_Value]:
    """Yield the values where a round is dealt, where others begin to act, and at the end."""
    teams, ends_round = replay.plan.teams, goes_on.ends_round
    if ends_round is not None:
        playouts = max(_ALIKE, playouts // _OF_A_ROUND)

    def play_out(state: State[Any], root: State[Any]) -> float:
        """Return the lead after a playout from the true cards on."""
        played = state.copy()
        goes_on.play(played, root, rng)
        return lead(played, seat, teams)

    # Before the first deal nobody leads.
    now, mover = 0.0, _Mover.DEAL
    root: State[Any] | None = None
    end: State[Any] | None = None
    for state, entry in replay.moves():
        end = state
        if root is not None and ends_round is not None and ends_round(state, root):
            root, now, mover = None, lead(state, seat, teams), _Mover.DEAL
        if root is None:
            root = state.copy()
            yield _Value(now, 0.0, mover)
        next_mover = _Mover.OWN if entry.seat == seat else _Mover.OTHERS
        if next_mover is not mover:
            mover = next_mover
            yield _measure((play_out(state, root) for _ in range(playouts)), mover)
    assert end is not None  # noqa: S101 - a game has a first move
    yield _Value(lead(end, seat, teams), 0.0, _Mover.DEAL)


def _measure(leads: Iterator[float], mover: _Mover) -> _Value:
    found = RunningMean()
    for value in leads:
        found.add(value)
        if found.count == _ALIKE and not found.variance:
            break
    return _Value(found.mean, found.variance, mover)


def _part(values: list[_Value], mover: _Mover) -> Part:
    mine = [(before, after) for before, after in pairwise(values) if before.mover is mover]
    points = sum(after.mean - before.mean for before, after in mine)
    return Part(points, sqrt(sum(before.variance + after.variance for before, after in mine)))
