"""The results of one game as counts: in how many games which team came in
front of which other one.

Counts are whole numbers, and whole numbers add up to the same in any order. All that comes after
starts from them, sorted by name, so the order of the results is lost here for good.
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from ladder.result import Player, Result


@dataclass(frozen=True, slots=True)
class Counts:
    """Sorted counts; the arrays have one entry for each way in which two teams came in."""

    teams: tuple[tuple[Player, ...], ...]
    better: npt.NDArray[np.int32]
    """The team in front, as an index in `teams`."""
    worse: npt.NDArray[np.int32]
    tied: npt.NDArray[np.bool_]
    """That neither was in front; then `better` is the first by name."""
    field: npt.NDArray[np.int32]
    """How many teams played in those games."""
    times: npt.NDArray[np.int32]


class Comparisons:
    """Collects results one by one, in about a byte a player and game."""

    def __init__(self) -> None:
        self._teams: dict[tuple[Player, ...], int] = {}
        # By the number of teams: the teams of all matches, how many games each match had, and the
        # rank of each team in each game.
        self._order: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))
        self._games: defaultdict[int, array[int]] = defaultdict(lambda: array("i"))
        self._ranks: defaultdict[int, array[int]] = defaultdict(lambda: array("B"))

    def add(self, result: Result) -> None:
        if result.teams:
            for ranks, teams in zip(result.ranks, result.teams, strict=True):
                self._add_teams(result.players, ranks, teams)
        else:
            self._add([(player,) for player in result.players], result.ranks)

    def _add_teams(
        self, players: Sequence[Player], ranks: Sequence[int], teams: Sequence[int]
    ) -> None:
        members: dict[int, list[Player]] = {}
        rank_of: dict[int, int] = {}
        for player, rank, team in zip(players, ranks, teams, strict=True):
            members.setdefault(team, []).append(player)
            rank_of[team] = rank
        self._add([tuple(sorted(each)) for each in members.values()], [tuple(rank_of.values())])

    def _add(self, teams: Sequence[tuple[Player, ...]], games: Sequence[Sequence[int]]) -> None:
        field = len(teams)
        self._order[field].extend(self._teams.setdefault(team, len(self._teams)) for team in teams)
        self._games[field].append(len(games))
        self._ranks[field].extend(chain.from_iterable(games))

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
        games = np.array(self._games[field])
        ranks = np.array(self._ranks[field]).reshape(-1, field).astype(np.int16)
        size = len(place)
        keys = []
        for one, other in combinations(range(field), 2):
            first, second = (np.repeat(order[:, seat], games) for seat in (one, other))
            ahead = ranks[:, other] - ranks[:, one]
            swapped = (ahead < 0) | ((ahead == 0) & (first > second))
            pair = np.where(swapped, second * size + first, first * size + second)
            keys.append(pair * 2 + (ahead == 0))
        found, times = np.unique(np.concatenate(keys), return_counts=True)
        pair = found // 2
        columns = (pair // size, pair % size, found % 2, np.full(len(found), field), times)
        return tuple(column.astype(np.int32) for column in columns)
