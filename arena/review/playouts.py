"""Playouts of reviews: how they go on, by how much a seat leads at their end, and the mean of that.

A lead is the score of the seat's team minus the mean score of the other teams, in the unit of the
game. So it says the same in games for two and for ten, and the leads of a table sum to nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from arena.games import State, playout
from arena.games.contract import team_scores
from arena.games.playout import Policy


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
        """Variance of the mean."""
        if self.count < 2:
            return 0.0
        spread = max(0.0, self.squares / self.count - self.mean**2)
        return spread / (self.count - 1)

    @property
    def error(self) -> float:
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class Continuation:
    """How a game is played on from a state: at random and to its end, if nothing else is said."""

    policy: Policy | None = None
    ends_round: Callable[[State[Any], State[Any]], bool] | None = None
    """Says whether a round is over in the first state that was not in the second.

    All that comes after it is dealt again, and favours no seat. So the lead then is the lead at the
    end on average, and is known much better.
    """

    def play(self, state: State[Any], root: State[Any], rng: Random) -> None:
        """Play a state on to the end of the round of another."""
        ends = self.ends_round
        stops = None if ends is None else lambda reached: ends(reached, root)
        playout(state, rng, policy=self.policy, stops=stops)


AT_RANDOM: Final = Continuation()


def lead(state: State[Any], seat: int, teams: Sequence[int]) -> float:
    """Return by how much the team of a seat leads the mean of the others, as the scores stand."""
    scores = dict(zip(teams, team_scores(state.scores(), teams), strict=True))
    own = scores.pop(teams[seat])
    return own - sum(scores.values()) / len(scores)
