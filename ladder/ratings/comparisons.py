"""The results of one game as counts: how often which team came in front of which other one.

Counts are whole numbers, and whole numbers add up to the same in any order. All that comes after
starts from them, sorted by name, so the order of the results is lost here for good.
"""

from array import array
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from ladder.result import Player, Result


@dataclass(frozen=True, slots=True)
class Counts:
    """Sorted counts; the arrays have one entry for each way in which two teams ever came in."""

    teams: tuple[tuple[Player, ...], ...]
    better: npt.NDArray[np.int32]
    """The team in front, as an index in `teams`."""
    worse: npt.NDArray[np.int32]
    tied: npt.NDArray[np.bool_]
    """That neither was in front; then `better` is the first by name."""
    field: npt.NDArray[np.int32]
    """How many teams played in those matches."""
    times: npt.NDArray[np.int32]


class Comparisons:
    """Collects results one by one, in 9 bytes a team and match."""

    def __init__(self) -> None:
        self._teams: dict[tuple[Player, ...], int] = {}
        # By the number of teams: the teams of all matches, best first, and who is level with
        # the team before it.
        self._order: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))
        self._level: defaultdict[int, array[int]] = defaultdict(lambda: array("b"))

    def add(self, result: Result) -> None:
        field = len(result.teams)
        finish = sorted(zip(result.ranks, map(self._index, result.teams), strict=True))
        self._order[field].extend(team for _, team in finish)
        ranks = [rank for rank, _ in finish]
        self._level[field].append(0)
        self._level[field].extend(a == b for a, b in pairwise(ranks))

    def _index(self, team: tuple[Player, ...]) -> int:
        return self._teams.setdefault(tuple(sorted(team)), len(self._teams))

    def counts(self) -> Counts:
        """Count everything that was collected."""
        teams = tuple(sorted(self._teams))
        place = np.empty(len(teams), np.int64)
        place[[self._teams[team] for team in teams]] = np.arange(len(teams))
        parts = [self._count(field, place) for field in sorted(self._order)]
        better, worse, tied, field, times = (
            np.concatenate(column) for column in zip(*parts, strict=True)
        )
        return Counts(teams, better, worse, tied.astype(bool), field, times)

    def _count(self, field: int, place: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int32], ...]:
        order = place[np.array(self._order[field])].reshape(-1, field)
        level = np.array(self._level[field]).reshape(-1, field)
        ranks = np.cumsum(1 - level, axis=1)
        size = len(place)
        keys = np.empty((field * (field - 1) // 2, len(order)), np.int64)
        for key, (one, other) in zip(keys, combinations(range(field), 2), strict=True):
            first, second = order[:, one], order[:, other]
            tied = ranks[:, one] == ranks[:, other]
            swapped = tied & (first > second)
            pair = np.where(swapped, second * size + first, first * size + second)
            key[:] = pair * 2 + tied
        found, times = np.unique(keys, return_counts=True)
        pair = found // 2
        columns = (pair // size, pair % size, found % 2, np.full(len(found), field), times)
        return tuple(column.astype(np.int32) for column in columns)
