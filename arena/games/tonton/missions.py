"""The missions of TonTon: what the cards on top of the piles are worth at the end of a game."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.games.tonton.options import MissionSet

_GREEN_AND_BLUE: Final = (3, 4)


class Mission(NamedTuple):
    """A sum of the cards on top, and when it is too much."""

    name: str
    bust_at: int
    # Bust is this sum and all above it; or all below it.
    low_wins: bool = False
    # Whether the place among all sums counts, or the sum itself.
    ranked: bool = True
    minus: tuple[int, ...] = ()

    def count(self, tops: Sequence[int]) -> int:
        """Return the sum of these cards."""
        return sum(-(top % 10) if top // 10 in self.minus else top % 10 for top in tops)

    def is_bust(self, total: int) -> bool:
        return total <= self.bust_at if self.low_wins else total >= self.bust_at

    def points(self, sums: Sequence[int], rank_points: Sequence[int]) -> list[int]:
        """Return the points of every seat; one that is bust has none and no place."""
        if not self.ranked:
            return [0 if self.is_bust(total) else total for total in sums]
        return [0 if self.is_bust(own) else rank_points[self._above(own, sums)] for own in sums]

    def _above(self, own: int, sums: Sequence[int]) -> int:
        standing = (total for total in sums if not self.is_bust(total))
        return sum(total < own if self.low_wins else total > own for total in standing)


# By their number on the wire.
MISSIONS: Final = {
    1: Mission("9", bust_at=9),
    2: Mission("12", bust_at=12),
    3: Mission("5", bust_at=5, low_wins=True),
    4: Mission("10", bust_at=10, ranked=False),
    5: Mission("11", bust_at=11, ranked=False, minus=_GREEN_AND_BLUE),
}
MISSION_SETS: Final[dict[MissionSet, tuple[int, ...]]] = {
    "basic": (1, 2, 3),
    "advanced": (1, 2, 3, 4, 5),
}
