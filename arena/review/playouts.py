"""What playouts come to: by how much a seat leads at their end, and the mean of that.

A lead is the score of the seat's team minus the mean score of the other teams, in the unit of the
game. So it says the same in games for two and for ten, and the leads of a table sum to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from arena.games import State
from arena.games.contract import team_scores


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


def lead(state: State[Any], seat: int, teams: Sequence[int]) -> float:
    """Return by how much the team of a seat leads the mean of the others, as the scores stand."""
    scores = dict(zip(teams, team_scores(state.scores(), teams), strict=True))
    own = scores.pop(teams[seat])
    return own - sum(scores.values()) / len(scores)
