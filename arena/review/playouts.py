"""Playouts: games that are played on to their end by a policy, and by how much a seat leads then.

A lead is the score of the seat's team minus the mean score of the other teams, in the unit of the
game. So it says the same in games for two and for ten, and the leads of a table sum to nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, TypeAlias

from arena.games import Move, State
from arena.games.contract import team_scores

Policy: TypeAlias = Callable[[State[Any], int, Random], Move]
"""Chooses the move of a seat in a playout, fast."""


@dataclass(slots=True)
class RunningMean:
    """The mean of some numbers with its standard error."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """Of the mean."""
        if self.count < 2:
            return 0.0
        spread = max(0.0, self.squares / self.count - self.mean**2)
        return spread / (self.count - 1)

    @property
    def error(self) -> float:
        return sqrt(self.variance)


def play_at_random(state: State[Any], seat: int, rng: Random) -> Move:
    """Return any legal move: the policy that knows nothing."""
    legal: Sequence[Move] = state.legal(seat)
    return legal[int(rng.random() * len(legal))]


def play_out(state: State[Any], policy: Policy, rng: Random) -> State[Any]:
    """Play a game on to its end, and return it."""
    while state.to_act:
        seat = state.to_act[0]
        state.play(seat, policy(state, seat, rng))
    return state


def lead(state: State[Any], seat: int, teams: Sequence[int]) -> float:
    """Return by how much the team of a seat leads the mean of the others, as the scores stand."""
    scores = dict(zip(teams, team_scores(state.scores(), teams), strict=True))
    own = scores.pop(teams[seat])
    return own - sum(scores.values()) / len(scores)
