"""The live rating of a player: a value, and a table of such values by player and game."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from ladder.matches import Player


class Rating(NamedTuple):
    """The live rating of one player in one game; without arguments, of an unknown one."""

    mean: float = 25.0
    deviation: float = 25 / 3
    matches: int = 0
    games: int = 0

    @property
    def score(self) -> float:
        """The order of the live board, 0 for an unknown player."""
        return self.mean - 3 * self.deviation


Ratings: TypeAlias = Mapping[tuple[Player, str], Rating]
"""By player and game. A player that is not in it is unknown."""
