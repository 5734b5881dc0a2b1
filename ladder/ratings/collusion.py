"""Pairs that do better together than the official fit expects: bots that may play for each other.

A bot that helps another one, its master, can lose to it on purpose, or hurt the others when it sits
at its table. Both leave something that strengths do not explain: with the helper the master has
more of its games against it, or against the others, than with anybody else. Versions of a bot are
taken together, so that a new one does not begin with a clean sheet.

The expectation for two players is the result of all pairs of the division that are as far apart by
the fit: so whatever the true link of strength and result is, over all pairs nothing is left. Every
match gives a residual in units of its deviation, which is that of such pairs too; games of a match
count as one observation. The residual of two bots is compared with that of all others (the
empirical null: Efron, Journal of the American Statistical Association 99, 2004), since bots have
styles that suit each other a little. A style is the same in all matches of a pair, so what it adds
grows with their number: how much that is, the median of all pairs says, beside what the matches of
a pair differ among themselves. It is estimated, so chances are Student's.

All pairs are looked at, so some stand out by chance. The false-discovery rate is controlled over
all of them (Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np
import scipy

from ladder.matches import Result, name_of
from ladder.ratings.link import Floats, Numbers
from ladder.ratings.official import Fit, fit

FALSE_ALARMS: Final = 0.05
"""The mean share of false ones among those listed; this share of honest seasons lists any."""
TOGETHER: Final = 5
"""Two bots that met in fewer matches are not judged, since their styles look like help."""
_BINS: Final = 20
_TO_DEVIATION: Final = 1.4826
# A median of absolute deviations says as much as a deviation of this part of the numbers.
_EFFICIENCY: Final = 0.37


class How(StrEnum):
    """Against whom a bot does better when another one is at its table."""

    IT = "against it"
    OTHERS = "against the others"


@dataclass(frozen=True, slots=True)
class Suspicion:
    """One bot does better with another one than expected."""

    game: str
    profits: str
    """The bot's name."""
    helper: str
    how: How
    matches: int
    """In which both were."""
    expected: float
    """The share of games to be won by the fit, a tie a half: of those against it, or the others."""
    won: float
    """The share that was."""
    false_alarm: float
    """The rate of false alarms at which it would just be listed."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of looking at all pairs."""

    suspicions: tuple[Suspicion, ...]
    """The surest first."""
    looked_at: int
    """How many pairs of bots, each in both directions and in both ways that there are."""


class _Together(NamedTuple):
    """All pairs of bots in one division and way; the columns have a row for each."""

    game: str
    names: Sequence[str]
    how: How
    pairs: Numbers
    """The number of who may profit, times the number of names, and that of the helper."""
    matches: Numbers
    expected: Floats
    won: Floats
    chance: Floats
    """How likely so much more than expected is, of two bots like all others."""


def find_collusion(games: Iterable[Sequence[Result]]) -> Findings:
    """Look at all pairs of all divisions, of each of which these are the results.

    A bot that sits with a helper and its master does better than expected as well, and is innocent;
    and the helper is better than the fit makes it. So the surest pair is listed, its matches are
    put aside, and what is left is fitted and looked at again.
    """
    divisions = [_Division(results) for results in games if results]
    found: list[Suspicion] = []
    looked_at = 0
    while together := [one for division in divisions for one in division.look()]:
        looked_at = looked_at or sum(len(one.pairs) for one in together)
        surest = _find_surest(together)
        if surest is None:
            break
        found.append(surest)
        for division in divisions:
            division.put_aside(surest)
    return Findings(tuple(found), looked_at)


def _find_surest(together: Sequence[_Together]) -> Suspicion | None:
    """Return the pair that stands out most, if any does."""
    chances = np.concatenate([one.chance for one in together])
    if not len(chances):
        return None
    rates = scipy.stats.false_discovery_control(chances)
    best = int(np.argmin(chances))
    if rates[best] > FALSE_ALARMS:
        return None
    one, row = [(one, row) for one in together for row in range(len(one.pairs))][best]
    profits, helper = divmod(int(one.pairs[row]), len(one.names))
    return Suspicion(
        one.game,
        one.names[profits],
        one.names[helper],
        one.how,
        int(one.matches[row]),
        float(one.expected[row]),
        float(one.won[row]),
        float(rates[best]),
    )


@dataclass(frozen=True, slots=True)
class _Tables:
    """All matches of this many seats, as arrays: the first axis is the match."""

    bots: Numbers
    """By seat the number of the bot."""
    apart: Floats
    """By two seats how much stronger the first is by the fit."""
    won: Floats
    """By two seats the share of their games that the first won, a tie a half."""
    games: Floats
    """By two seats how many games they played against each other."""
    partners: bool


class _Division:
    """The matches of a division that are not put aside."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._results = results
        self._game = results[0].game
        self._names: Sequence[str] = ()
        self._tables: Sequence[_Tables] = ()
        self._collect()

    def _collect(self) -> None:
        if not self._results:
            self._tables = ()
            return
        fitted = fit(self._results)
        self._names = sorted({name_of(player) for player in fitted.players})
        self._tables = _collect(fitted, self._names, self._results)

    def look(self) -> Iterator[_Together]:
        """Yield what is known of all pairs, in each of the ways in which one may profit."""
        if not self._tables:
            return
        link = _Link.of(self._tables)
        known = [(table, link.expect(table.apart), link.vary(table)) for table in self._tables]
        for how in How:
            rows = [_observe(how, *one, len(self._names)) for one in known if _tells(how, one[0])]
            if rows:
                yield self._sum_up(how, _join(rows))

    def put_aside(self, suspicion: Suspicion) -> None:
        """Forget the matches of two bots, if they play here."""
        pair = {suspicion.profits, suspicion.helper}
        if suspicion.game == self._game:
            self._results = [
                one for one in self._results if not pair <= {*map(name_of, one.players)}
            ]
            self._collect()

    def _sum_up(self, how: How, rows: "_Rows") -> _Together:
        pairs, index, matches = np.unique(rows.pairs, return_inverse=True, return_counts=True)
        residual = (rows.won - rows.expected) / np.sqrt(rows.variance)
        surprise = np.bincount(index, residual) / np.sqrt(matches)
        within = np.bincount(index, residual**2) - surprise**2
        within = within.sum() / max(1, len(residual) - len(pairs))
        expected, won = (np.bincount(index, column) / matches for column in rows[1:3])
        often = matches >= TOGETHER
        return _Together(
            self._game,
            self._names,
            how,
            pairs[often],
            matches[often],
            expected[often],
            won[often],
            _chance(surprise[often], matches[often], within),
        )


class _Rows(NamedTuple):
    """A row for each match and two of its seats."""

    pairs: Numbers
    expected: Floats
    won: Floats
    variance: Floats


def _join(parts: Sequence[_Rows]) -> _Rows:
    return _Rows(*map(np.concatenate, zip(*parts, strict=True)))


def _tells(how: How, table: _Tables) -> bool:
    """Say whether there are others; partners win and lose together, anyone who helps."""
    return how is How.IT or (table.bots.shape[1] > 2 and not table.partners)


def _collect(fitted: Fit, names: Sequence[str], results: Sequence[Result]) -> list[_Tables]:
    strength = {player: fitted.strength(player).value for player in fitted.players}
    number = {name: place for place, name in enumerate(names)}
    by_size: defaultdict[tuple[int, bool], list[Result]] = defaultdict(list)
    for result in results:
        by_size[result.seats, bool(result.teams)].append(result)
    return [
        _table(
            np.array([[number[name_of(one)] for one in result.players] for result in its]),
            np.array([[strength[one] for one in result.players] for result in its]),
            its,
        )
        for _, its in sorted(by_size.items(), key=lambda item: item[0])
    ]


def _table(bots: Numbers, strengths: Floats, results: Sequence[Result]) -> _Tables:
    pairs = [_count(result) for result in results]
    won, games = (np.array(column) for column in zip(*pairs, strict=True))
    apart = strengths[:, :, None] - strengths[:, None, :]
    return _Tables(bots, apart, won / np.maximum(games, 1), games, bool(results[0].teams))


def _count(result: Result) -> tuple[Floats, Floats]:
    """Return by two seats how many games the first won, and how many they played."""
    ranks = np.array(result.ranks, np.int64)
    ahead = ranks[:, None, :] - ranks[:, :, None]
    against = np.ones(ahead.shape, np.bool_)
    if result.teams:
        sides = np.array(result.sides())
        against = sides[:, None, :] != sides[:, :, None]
    won = np.where(against, (np.sign(ahead) + 1) / 2, 0).sum(axis=0)
    return won, against.sum(axis=0).astype(float)


@dataclass(frozen=True, slots=True)
class _Link:
    """The results of pairs by how far they are apart, in bins of equally many."""

    apart: Floats
    won: Floats
    """The mean share of games that the stronger won."""
    spread: Floats
    """The variance of that share in a match, times its games."""

    @classmethod
    def of(cls, tables: Sequence[_Tables]) -> "_Link":
        columns = [_stronger(table) for table in tables]
        apart, won, games = (np.concatenate(column) for column in zip(*columns, strict=True))
        order = np.argsort(apart, kind="stable")
        parts = np.array_split(order, min(_BINS, max(1, len(order) // _BINS)))
        means = np.array([np.average(won[part], weights=games[part]) for part in parts])
        spread = [
            (games[part] * (won[part] - mean) ** 2).mean()
            for part, mean in zip(parts, means, strict=True)
        ]
        return cls(np.array([apart[part].mean() for part in parts]), means, np.array(spread))

    def expect(self, apart: Floats) -> Floats:
        """Return the share of games that the first of two is expected to win."""
        distances = np.append(0, self.apart)
        expected = np.interp(np.abs(apart), distances, np.append(0.5, self.won))
        signed: Floats = np.where(apart < 0, 1 - expected, expected)
        return signed

    def vary(self, table: _Tables) -> Floats:
        """Return the variance of that share; never less than that of one game more or less."""
        games = np.maximum(table.games, 1)
        spread = np.interp(np.abs(table.apart), self.apart, self.spread)
        varied: Floats = spread / games + 1 / games**2
        return varied


def _stronger(table: _Tables) -> tuple[Floats, Floats, Floats]:
    """Return of all pairs how far they are apart, the share of the stronger, and their games."""
    one, two = np.triu_indices(table.bots.shape[1], 1)
    apart, won = table.apart[:, one, two].ravel(), table.won[:, one, two].ravel()
    games = table.games[:, one, two].ravel()
    met = games > 0
    return np.abs(apart)[met], np.where(apart < 0, 1 - won, won)[met], games[met]


def _observe(how: How, table: _Tables, expected: Floats, variance: Floats, size: int) -> _Rows:
    """Return the rows of the matches of one number of seats."""
    seats = table.bots.shape[1]
    own = ~np.eye(seats, dtype=bool) & (table.games > 0)
    won = table.won
    if how is How.OTHERS:
        won, expected, variance = (_of_others(one) for one in (won, expected, variance))
        # The others of a table are beaten by the same luck of one's own, more or less.
        variance *= ((won - expected) ** 2)[own].mean() / variance[own].mean()
    pairs = table.bots[:, :, None] * size + table.bots[:, None, :]
    # Two versions of one bot are not two bots.
    own &= table.bots[:, :, None] != table.bots[:, None, :]
    return _Rows(pairs[own], expected[own], won[own], variance[own])


def _of_others(column: Floats) -> Floats:
    """Return for every two seats the mean of a column over the first and all but the second."""
    seats = column.shape[1]
    column = np.where(np.eye(seats, dtype=bool), 0, column)
    rest: Floats = (column.sum(axis=2, keepdims=True) - column) / (seats - 2)
    return rest


def _chance(surprise: Floats, matches: Numbers, within: float) -> Floats:
    """Return how likely each is beside the others, by this many matches that differ by `within`."""
    if not len(surprise):
        return surprise
    off = surprise - np.median(surprise)
    style = max(0.0, float(np.median(((_TO_DEVIATION * off) ** 2 - within) / matches)))
    beside = off / np.sqrt(np.maximum(1, within + style * matches))
    beside /= max(1, _TO_DEVIATION * float(np.median(np.abs(beside))))
    # Two bots have one number in either direction.
    return np.asarray(scipy.special.stdtr(_EFFICIENCY * len(beside) / 2, -beside))
