"""The result of a seat, split into the luck of the deal, the others' play and its own.

The idea is that of AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling 2018): the value of a state
is estimated before and after everything that happens, and the difference is given to anyone who
made it happen. Whatever the values are, the differences sum to the result. Here all luck is in the
deal, so what is estimated before the first move is the luck of all cards, and of the seat. A value
is the mean lead when everybody plays on by the policy from the true cards on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

from arena.games import State, playout
from arena.games.playout import Policy
from arena.match.replay import Replay
from arena.review.playouts import RunningMean, lead


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a lead, with its standard error."""

    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.points:+.1f} ± {self.error:.1f}"


@dataclass(frozen=True, slots=True)
class Split:
    """What the lead of a seat at the end of a game is made of: the sum of the three parts."""

    lead: float
    deal: Part
    others: Part
    own: Part


@dataclass(frozen=True, slots=True)
class _Value:
    """What a state is worth, and whether the seat itself is the next to change that."""

    mean: float
    variance: float
    own: bool


def split_result(
    replay: Replay, seat: int, playouts: int, policy: Policy | None, rng: Random
) -> Split:
    """Split the lead of a seat; this many playouts from each state in which the turn changes."""
    values = [*_values(replay, seat, playouts, policy, rng)]
    first, last = values[0], values[-1]
    return Split(
        last.mean,
        Part(first.mean, sqrt(first.variance)),
        _part(values, own=False),
        _part(values, own=True),
    )


def _values(
    replay: Replay, seat: int, playouts: int, policy: Policy | None, rng: Random
) -> Iterator[_Value]:
    """Yield the values of the states in which somebody else begins to act, the end's the last."""
    teams = replay.plan.teams
    owns: bool | None = None
    end: State[Any] | None = None
    for state, entry in replay.moves():
        end = state
        if (entry.seat == seat) is not owns:
            owns = entry.seat == seat
            tally = RunningMean()
            for _ in range(playouts):
                played = state.copy()
                playout(played, rng, policy=policy)
                tally.add(lead(played, seat, teams))
            yield _Value(tally.mean, tally.variance, owns)
    assert end is not None  # noqa: S101 - a game has a first move
    yield _Value(lead(end, seat, teams), 0.0, own=not owns)


def _part(values: list[_Value], *, own: bool) -> Part:
    mine = [(before, after) for before, after in pairwise(values) if before.own is own]
    points = sum(after.mean - before.mean for before, after in mine)
    return Part(points, sqrt(sum(before.variance + after.variance for before, after in mine)))
