"""What the live board believes of a player: a value, and what it is by player and game."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from ladder.matches import Player


class Rating(NamedTuple):
    """What is believed of one player in one game; without arguments, of an unknown one."""

    mean: float = 25.0
    deviation: float = 25 / 3
    matches: int = 0
    games: int = 0

    @property
    def score(self) -> float:
        """What the live board is ordered by, 0 for an unknown player."""
        return self.mean - 3 * self.deviation


Ratings: TypeAlias = Mapping[tuple[Player, str], Rating]
"""By player and game. Who is not in it is unknown."""
