"""The results of one game as counts: for every pair, who came in front in how many games.

Counts are whole numbers, and whole numbers add up to the same in any order. All that comes after
starts from them, sorted by name, so the order of the results is lost here for good.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ladder.matches import Player, Result

Whole: TypeAlias = npt.NDArray[np.int32]
# This many ranks are collected before they are counted: 4 MB.
BUFFER: Final = 1 << 22
# Without any count there are columns, too.
_NONE: Final = (np.empty(0, np.int32),) * 5


@dataclass(frozen=True, slots=True)
class Block:
    """The counts for one number of teams; a row is a match.

    If partners were drawn again for every game, a row is a game of a match.
    """

    match: Whole
    """Rows of one match have one number."""
    games: Whole
    teams: Whole
    """By row and place the team, as an index in `Counts.teams`."""
    halves: Whole
    """By row and pair of places, as `combinations` has them, twice the points of the first."""

    @property
    def field(self) -> int:
        """How many teams played."""
        return int(self.teams.shape[1])

    def pairs(self) -> list[tuple[int, int]]:
        """Return the two places of each column of `halves`."""
        return list(combinations(range(self.field), 2))


class Forfeit(NamedTuple):
    """In games of this many players, with partners, one forfeited where another one did not."""

    player: Player
    other: Player
    seats: int


class PlayCount(NamedTuple):
    """How much somebody has played."""

    matches: int = 0
    games: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """The pairs of teams that met, each by the number of teams in the game; sorted by `one`."""

    teams: tuple[tuple[Player, ...], ...]
    one: Whole
    """A team, as an index in `teams`."""
    other: Whole
    """The other team, which comes later in `teams`."""
    field: Whole
    """How many teams played in those games."""
    games: Whole
    halves: Whole
    """Twice the points of `one`: a game in front is 1 point, a tie a half."""
    blocks: tuple[Block, ...]
    """The same, match by match; in the order of the results."""
    forfeits: tuple[tuple[Forfeit, int], ...]
    """How often each happened, in order; no such game is in any of the others."""
    played: dict[Player, PlayCount]
    """By player, the games that say nothing included."""


class Comparisons:
    """Collects results one by one, in 44 bytes a match of four."""

    def __init__(self, buffer: int = BUFFER) -> None:
        self._teams: dict[tuple[Player, ...], int] = {}
        self._forfeits: Counter[Forfeit] = Counter()
        self._played: defaultdict[Player, PlayCount] = defaultdict(PlayCount)
        self._matches = 0
        self._tables: defaultdict[int, _Tables] = defaultdict(partial(_Tables, buffer))

    def add(self, result: Result) -> None:
        self._matches += 1
        for player in result.players:
            matches, games = self._played[player]
            self._played[player] = PlayCount(matches + 1, games + len(result.ranks))
        if result.teams:
            for sides, ranks, forfeited in result.team_games():
                if forfeited:
                    self._add_forfeits(sides, ranks)
                else:
                    self._add([tuple(sorted(side)) for side in sides], [ranks])
        elif result.ranks:
            self._add([(player,) for player in result.players], result.ranks)

    def _add_forfeits(self, sides: Sequence[Sequence[Player]], ranks: Sequence[int]) -> None:
        """Note who forfeited against whom: of two sides those who did are behind."""
        everybody = [*chain.from_iterable(sides)]
        for player in everybody:
            self._teams.setdefault((player,), len(self._teams))
        if len(sides) > 1:
            failed, others = sides if ranks[0] > ranks[1] else sides[::-1]
            pairs = product(failed, others)
            self._forfeits.update(Forfeit(*pair, len(everybody)) for pair in pairs)

    def _add(self, teams: Sequence[tuple[Player, ...]], games: Sequence[Sequence[int]]) -> None:
        known = self._teams
        numbers = [known.setdefault(team, len(known)) for team in teams]
        self._tables[len(teams)].add(self._matches, numbers, games)

    def counts(self) -> Counts:
        """Count everything that was collected."""
        teams = tuple(sorted(self._teams))
        place = np.empty(len(teams), np.int32)
        place[[self._teams[team] for team in teams]] = np.arange(len(teams))
        blocks = tuple(self._tables[field].block(place, field) for field in sorted(self._tables))
        parts = [_count(block, len(teams)) for block in blocks]
        columns = [np.concatenate(column) for column in zip(_NONE, *parts, strict=True)]
        order = np.argsort(columns[0], kind="stable")
        one, other, field, games, halves = (column[order] for column in columns)
        forfeits = tuple(sorted(self._forfeits.items()))
        played = dict(self._played)
        return Counts(teams, one, other, field, games, halves, blocks, forfeits, played)


class _Tables:
    """The matches with one number of teams."""

    def __init__(self, buffer: int) -> None:
        self._buffer = buffer
        self._match = array("i")
        self._games = array("i")
        self._teams = array("i")
        self._ranks = bytearray()
        self._counted: list[Whole] = []
        self._done = 0

    def add(self, match: int, teams: Sequence[int], games: Sequence[Sequence[int]]) -> None:
        self._match.append(match)
        self._games.append(len(games))
        self._teams.extend(teams)
        self._ranks += bytes(chain.from_iterable(games))
        if len(self._ranks) >= self._buffer:
            self._count(len(teams))

    def block(self, place: Whole, field: int) -> Block:
        self._count(field)
        return Block(
            np.array(self._match, np.int32),
            np.array(self._games, np.int32),
            place[np.array(self._teams, np.int32)].reshape(-1, field),
            np.concatenate(self._counted),
        )

    def _count(self, field: int) -> None:
        """Turn the ranks that were collected into points."""
        games = np.array(self._games[self._done :], np.int64)
        ranks = np.array(self._ranks, np.int16).reshape(-1, field)
        pairs = list(combinations(range(field), 2))
        halves = np.empty((len(games), len(pairs)), np.int32)
        if len(games):
            begins = np.cumsum(games) - games
            for column, (one, other) in enumerate(pairs):
                points = 1 + np.sign(ranks[:, other] - ranks[:, one])
                halves[:, column] = np.add.reduceat(points, begins, dtype=np.int32)
        self._counted.append(halves)
        self._done += len(games)
        self._ranks.clear()


def _count(block: Block, size: int) -> tuple[Whole, ...]:
    """Add up the rows of a block, pair by pair."""
    keys, halves = [], []
    for column, (one, other) in enumerate(block.pairs()):
        first, second = (block.teams[:, place].astype(np.int64) for place in (one, other))
        points = block.halves[:, column]
        keys.append(np.minimum(first, second) * size + np.maximum(first, second))
        halves.append(np.where(first < second, points, 2 * block.games - points))
    games = np.tile(block.games, len(keys))
    key = np.concatenate(keys)
    order = np.argsort(key)
    key = key[order]
    begins = np.flatnonzero(np.diff(key, prepend=-1))
    played, points = (
        np.add.reduceat(column[order], begins, dtype=np.int32)
        for column in (games, np.concatenate(halves))
    )
    pair = key[begins]
    columns = (pair // size, pair % size, np.full(len(pair), block.field), played, points)
    return tuple(column.astype(np.int32) for column in columns)
