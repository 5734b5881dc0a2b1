"""By how much matches differ more than the luck of their games explains.

All games of a match have the same opponents. A pair that suits one of them does so in all of them,
so 40 games say less than 40 games of 40 matches would. This is measured as with any overdispersed
counts (McCullagh and Nelder 1989, 4.5): by the squares of what the matches are off the fit, beside
what they should be, with all the games of a match in one sum (Liang and Zeger 1986).
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import scipy

from ladder.ratings.comparisons import Block, Counts
from ladder.ratings.doubt import Doubted
from ladder.ratings.link import Floats, by_strength, log_odds

EXPECTED: Final = 10
"""A few matches tell little: as if this many numbers had been off by what luck explains."""
# Sums of whole multiples of these are exact, and so the same in any order.
_FINE, _SQUARES = 2.0**-20, 2.0**-16

_Cells: TypeAlias = tuple[npt.NDArray[np.int64], Floats]


def find_dispersion(
    counts: Counts,
    weights: Floats,
    members: Any,
    strengths: Floats,
    tails: float,
    *,
    information: float,
    fitted: float,
) -> float:
    """Return the factor that all variances have to be multiplied by, at least 1.

    `weights` say how much each row of the counts counts. `members` has a row for each team and a
    column for each player, `strengths` are those of the teams. `information` is the sum of what the
    games should tell about each player, and `fitted` how many parameters were fitted, by which the
    matches are less off than they should be.
    """
    if not counts.blocks:
        return 1.0
    found = [
        _cells(block, Doubted.of(counts, block.field, weights), members, strengths, tails)
        for block in counts.blocks
    ]
    keys, off = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(keys)
    begins = np.flatnonzero(np.diff(keys[order], prepend=-1))
    off = np.add.reduceat(off[order], begins)
    matches = len(np.unique(keys[order][begins] // members.shape[1]))
    # In a match what is off adds up to 0.
    free = len(begins) - matches
    ratio = float((np.rint(off**2 / _SQUARES) * _SQUARES).sum()) / max(information, _FINE)
    return max(1.0, (EXPECTED + ratio * free) / (EXPECTED + max(0.0, free - fitted)))


def _cells(block: Block, doubted: Doubted, members: Any, strengths: Floats, tails: float) -> _Cells:
    """Return what a row is off for each player, with a number for the match and the player."""
    off = np.zeros(block.teams.shape)
    weight = 3 / (block.field + 1)
    for column, (one, other) in enumerate(block.pairs()):
        first, second = block.teams[:, one], block.teams[:, other]
        # The same arithmetic anyone who is named first.
        sign = np.where(first < second, 1, -1)
        apart = sign * (strengths[first] - strengths[second])
        points = block.games + sign * (block.halves[:, column] - block.games)
        expected = 2 * block.games * scipy.special.expit(log_odds(apart, tails))
        counted = weight / 2 * doubted.weigh(first, second, members.shape[0])
        error = counted * (points - expected) * by_strength(apart, tails)
        error = sign * np.rint(error / _FINE) * _FINE
        off[:, one] += error
        off[:, other] -= error
    sizes = np.diff(members.indptr)[block.teams.ravel()]
    cells = np.repeat(np.arange(block.teams.size), sizes)
    players = members[block.teams.ravel()].indices
    keys = block.match[cells // block.field].astype(np.int64) * members.shape[1] + players
    return keys, off.ravel()[cells]
