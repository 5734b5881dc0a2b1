"""How much the games of two bots count: less, the further they lie outside what the rest says.

A bot that loses to another one on purpose moves the strengths of both, and many such helpers lift
an average bot to the top. Their games with it fit the strengths that all other games say as badly
as nothing else does. So what every two players have done against each other, all their games taken
together, is held against the fit, in deviations; and one deviation is what is usual among all pairs
(the median, as styles suit each other a little). Up to `USUAL` of these a pair counts in full, and
beyond with the fourth power of its excess less: an iteratively reweighted fit whose influence
redescends (Huber and Ronchetti, Robust Statistics 2009, 4.8). The square leaves helpers twice as
much, and the sixth power hardly less. By chance one honest pair of 400 is so far off, and counts a
little less. With many more helpers than honest opponents nothing helps: then they are what the rest
says.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ladder.ratings.comparisons import Counts
from ladder.ratings.link import Floats, Numbers

USUAL: Final = 3.0
POWER: Final = 4
_TO_DEVIATION: Final = 1.4826


class Opponents:
    """Every two players that were on different sides, and in which rows of the counts."""

    def __init__(self, counts: Counts, members: Any) -> None:
        self._games = counts.games.astype(np.float64)
        row, first, second = _cells(counts, members)
        low, high = np.minimum(first, second), np.maximum(first, second)
        self._pair: Numbers
        _, self._pair = np.unique(low * members.shape[1] + high, return_inverse=True)
        self._row, self._sign = row, np.where(first < second, 1.0, -1.0)
        self._begins = np.flatnonzero(np.diff(row, prepend=-1))

    def weigh(self, surplus: Floats, chances: Floats) -> Floats:
        """Return how much each row counts, by the points that its first has more than expected."""
        if not len(surplus):
            return np.ones(0)
        off = np.bincount(self._pair, self._sign * surplus[self._row])
        # At least that of one game more or less.
        variance = 1 + np.bincount(self._pair, (self._games * chances * (1 - chances))[self._row])
        deviations = np.abs(off) / np.sqrt(variance)
        far = deviations / (USUAL * max(1.0, _TO_DEVIATION * float(np.median(deviations))))
        weights = np.maximum(1, far) ** -POWER
        # A game of partners counts as the two do that are the farthest off.
        return np.asarray(np.minimum.reduceat(weights[self._pair], self._begins))


def _cells(counts: Counts, members: Any) -> tuple[Numbers, Numbers, Numbers]:
    """Return a row of the counts, one of its first team and one of its second, for all of them."""
    sizes, begins = np.diff(members.indptr).astype(np.int64), members.indptr.astype(np.int64)
    ones, others = sizes[counts.one], sizes[counts.other]
    cells = ones * others
    row = np.repeat(np.arange(len(cells)), cells)
    within = np.arange(len(row)) - np.repeat(np.cumsum(cells) - cells, cells)
    first = members.indices[begins[counts.one][row] + within // others[row]]
    second = members.indices[begins[counts.other][row] + within % others[row]]
    return row, first.astype(np.int64), second.astype(np.int64)


@dataclass(frozen=True, slots=True)
class Doubted:
    """The rows of the counts that do not count in full: by two teams and their number in a game."""

    keys: Numbers
    weights: Floats

    @classmethod
    def of(cls, counts: Counts, field: int, weights: Floats) -> "Doubted":
        """Return those with this many teams in a game."""
        rows = np.flatnonzero((weights < 1) & (counts.field == field))
        keys = counts.one[rows].astype(np.int64) * len(counts.teams) + counts.other[rows]
        order = np.argsort(keys)
        return cls(keys[order], weights[rows][order])

    def weigh(self, first: npt.NDArray[np.int32], second: npt.NDArray[np.int32], teams: int) -> Any:
        """Return how much the games of these teams with those count."""
        if not len(self.keys):
            return 1.0
        keys = np.minimum(first, second).astype(np.int64) * teams + np.maximum(first, second)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.weights[at], 1.0)
