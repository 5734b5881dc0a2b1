"""The official board: one fit of all games of a kind, which does not depend on their order.

The model is that of Bradley and Terry (1952) on the pairs of teams of a game, with tails that may
be shorter (`ladder.ratings.link`). A team's strength is the sum of its members', a tie is half a
win for each. A Gaussian prior of two units keeps the undefeated finite and joins those who have
never met.

A game of n teams is n (n - 1) / 2 pairs that are not independent. A pair in a game of n teams
weighs 3 / (n + 1): among equals the curvature of the pairs is n / 4 and the variance of their score
n (n + 1) / 12, and their quotient is the weight that is best for a composite likelihood (Lindsay
1988; Varin, Reid and Firth 2011). With it curvature is information, as long as the games of a match
say as much as games with other opponents would. If bots suit each other or not, they say less:
then all variances are multiplied by what the matches show (`ladder.ratings.dispersion`). `python -m
bench.intervals` counts how often the intervals have the truth in them.

The method of scoring is ours, on scipy's matrices: `choix` knows neither ties nor teams nor how
often a pair met, and the design of a general package has a column a player, 10,000 of them, all
dense.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy

from arena.errors import HostFailure
from ladder.matches import Player, Result
from ladder.ratings.comparisons import Comparisons, Counts, PlayCount
from ladder.ratings.dispersion import find_dispersion
from ladder.ratings.doubt import Opponents
from ladder.ratings.forfeits import charge_forfeits
from ladder.ratings.link import Floats, by_strength, by_tails, log_odds

PRIOR = 2.0
"""The prior's standard deviation: an average bot is beaten by one that far up 88 times of 100."""
TAILS, TAILS_PRIOR = 0.5, 1.0
"""Mean and standard deviation of the prior of the tails: half way between the two models."""
DENSE = 3000
"""Up to this number of players every covariance is computed."""
_CHUNK = 200
# How much pairs count is found again until neither steps, in logits, nor weights change by more
# than this; and in no more than this many steps.
_SETTLED, _LAST = 1e-4, 400
# Few take more than a hundred steps; where bots suit each other much they may go to and fro.
_MOST = 3000
# As steps have shrunk in so many, they would still be as long as this in the end: to and fro.
_LOOK, _LONG = 100, 1e-8
NORMAL = 1.959963984540054
"""Half the width of a 95 % interval, in deviations."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class NoFit(HostFailure):
    """The strengths of a game cannot be fitted."""


@dataclass(eq=False, repr=False)
class Fit:
    """The strengths in one game, with mean 0; only who has played has one.

    The unit is that of a logit between equals: the derivative of the log-odds is 1 there.

    Beyond `DENSE` players only the diagonal of the strengths' curvature is inverted. It leaves out
    that the opponents' strengths are not known exactly either, about one part in their number.
    """

    players: tuple[Player, ...]
    _strengths: Floats
    tails: float
    """0 where luck is Gumbel's, 1 where it is Gaussian: `ladder.ratings.link`."""
    spread: InitVar["_Spread"]
    dispersion: float
    """By how much matches differ more than the luck of their games explains; at least 1."""
    played: Mapping[Player, PlayCount]
    """By player how many matches and games it has."""

    def __post_init__(self, spread: "_Spread") -> None:
        self._index = {player: index for index, player in enumerate(self.players)}
        self._root = sqrt(self.dispersion) * spread.root
        self._deviations = sqrt(self.dispersion) * spread.deviations

    def __contains__(self, player: Player) -> bool:
        return player in self._index

    def strength(self, player: Player) -> Estimate:
        index = self._index[player]
        value, margin = self._strengths[index], NORMAL * self._deviations[index]
        return Estimate(float(value), float(value - margin), float(value + margin))

    def logits(self, players: Sequence[Player]) -> tuple[list[float], list[list[float]]]:
        """Return the strengths of these players with their covariance, but for what all share."""
        places = self._places(players)
        root = self._root[places]
        known = root @ root.T
        covariance = known.toarray() if scipy.sparse.issparse(known) else known
        return self._strengths[places].tolist(), covariance.tolist()

    def beats(self, player: Player, other: Player) -> Estimate:
        """Return the probability that one player comes in front of another in a game."""
        one, two = self._index[player], self._index[other]
        apart = self._strengths[one] - self._strengths[two]
        slopes = np.zeros((1, len(self.players) + 1))
        slopes[0, one] = by_strength(apart, self.tails)
        slopes[0, two] = -slopes[0, one]
        slopes[0, -1] = by_tails(apart)
        margin = NORMAL * sqrt(((slopes @ self._root) ** 2).sum())
        value = log_odds(apart, self.tails)
        return Estimate(
            *(float(scipy.special.expit(value + side)) for side in (0, -margin, margin))
        )

    def win_shares(self, field: Sequence[Player]) -> tuple[Floats, Floats]:
        """Return every player's probability to beat a random other of this field in a game.

        The second array is its standard deviation. All of the field have to be in the fit; where
        there is nobody else both are 0.
        """
        size = len(field)
        if size < 2:
            return np.zeros(size), np.zeros(size)
        values, deviations = self.chances(field, field)
        # Without the half that each has against itself, which is known for sure.
        return (size * values - 0.5) / (size - 1), size * deviations / (size - 1)

    def chances(self, players: Sequence[Player], field: Sequence[Player]) -> tuple[Floats, Floats]:
        """Return every player's mean probability to beat those of a field, with its deviation.

        Against itself everyone has a half. All of them have to be in the fit, and the field may not
        be empty.
        """
        values, roots = zip(*self._chances(players, field), strict=True)
        deviations = [np.sqrt((root**2).sum(axis=1)) for root in roots]
        return np.concatenate(values), np.concatenate(deviations)

    def chance_root(self, players: Sequence[Player], field: Sequence[Player]) -> Floats:
        """Return a matrix whose product with its transpose is the covariance of these chances."""
        return np.concatenate([root for _, root in self._chances(players, field)])

    def ranges(self, players: Sequence[Player]) -> dict[Player, tuple[int, int]]:
        """Return from which to which rank each may be among these, by strength."""
        places = self._places(players)
        return find_ranges(players, self._strengths[places], self._root[places])

    def _places(self, players: Sequence[Player]) -> npt.NDArray[np.int64]:
        return np.array([self._index[player] for player in players], np.int64)

    def _chances(
        self, players: Sequence[Player], field: Sequence[Player]
    ) -> Iterator[tuple[Floats, Floats]]:
        """Yield chances with the root of their covariance, some players at a time."""
        columns, places = self._places(field), self._places(players)
        for start in range(0, max(len(places), 1), _CHUNK):
            rows = places[start : start + _CHUNK]
            apart = self._strengths[rows, None] - self._strengths[None, columns]
            chances = scipy.special.expit(log_odds(apart, self.tails))
            curved = chances * (1 - chances) / len(columns)
            slopes = np.zeros((len(rows), len(self.players) + 1))
            slopes[:, columns] = -curved * by_strength(apart, self.tails)
            # Against itself the two cancel out.
            slopes[np.arange(len(rows)), rows] -= slopes.sum(axis=1)
            slopes[:, -1] = (curved * by_tails(apart)).sum(axis=1)
            yield chances.mean(axis=1), slopes @ self._root


def find_ranges(
    players: Sequence[Player], values: Floats, root: Any
) -> dict[Player, tuple[int, int]]:
    """Return from which to which rank each may be, of numbers whose covariance has this root.

    In 95 of 100 fits all these intervals hold together, since each two are compared either way at
    their part of .05 (Bonferroni; Mogstad and others, Inference for ranks, 2024).
    """
    size = len(players)
    far = NormalDist().inv_cdf(1 - 0.05 / max(size * (size - 1), 1))
    own = (root**2).sum(axis=1)
    first, last = np.ones(size, np.int64), np.full(size, size)
    for start in range(0, size, _CHUNK):
        rows = slice(start, start + _CHUNK)
        apart = values[rows, None] - values
        known = root[rows] @ root.T
        shared = known.toarray() if scipy.sparse.issparse(known) else known
        margins = far * np.sqrt(np.maximum(own[rows, None] + own - 2 * shared, 0))
        first[rows] += (apart < -margins).sum(axis=1)
        last[rows] -= (apart > margins).sum(axis=1)
    return dict(zip(players, zip(first.tolist(), last.tolist(), strict=True), strict=True))


def proportion(value: float, deviation: float) -> Estimate:
    """Return a probability's interval, made on the scale of logits so that it stays one."""
    if not 0 < value < 1:
        return Estimate(value, value, value)
    margin = NORMAL * deviation / (value * (1 - value))
    low, high = (
        float(scipy.special.expit(scipy.special.logit(value) + side)) for side in (-margin, margin)
    )
    return Estimate(value, low, high)


def fit(results: Iterable[Result]) -> Fit:
    """Fit the results of one game: the same strengths whatever their order."""
    comparisons = Comparisons()
    for result in results:
        comparisons.add(result)
    return fit_counts(comparisons.counts())


def fit_counts(counts: Counts) -> Fit:
    """Maximise the penalised likelihood by the method of scoring; doubtful pairs count less in it.

    How much they count is found again with each step, from the first one, until it hardly moves. A
    fit that has believed half of a bot's opponents would doubt the others. Steps that go to and fro
    are begun again and halved. NoFit if those do not come to an end either.
    """
    design = _Design(counts)
    opponents = Opponents(counts, design.members)
    for halved in (False, True):
        found = maximise(counts, design, opponents, halved=halved)
        if found is not None:
            return _conclude(counts, design, *found)
    raise NoFit(f"the strengths of {len(design.players)} bots cannot be fitted; report the log")


def maximise(
    counts: Counts, design: "_Design", opponents: Opponents, *, halved: bool
) -> tuple[Floats, Floats, float] | None:
    """Return how much pairs count, the strengths and the tails; None if steps go to and fro.

    A halved step is so short that the likelihood does not fall at its end. With weights and, after
    as many steps more, tails held it is concave in the strengths: it grows with each step, and the
    steps come to an end.
    """
    by_field, counted = 3 / (counts.field + 1), np.ones(len(counts.one))
    strengths, tails = np.zeros(len(design.players)), TAILS
    farthest, changed = inf, inf
    sizes = list[float]()
    for turn in range(_MOST):
        apart = design.apart(strengths)
        chances = scipy.special.expit(log_odds(apart, tails))
        if max(farthest, changed) > _SETTLED and turn < _LAST:
            before = counted
            counted = opponents.weigh(counts.halves / 2 - counts.games * chances, chances)
            changed = np.abs(counted - before).max(initial=0)
            if changed:
                sizes.clear()
        weights = by_field * counted
        games, points = weights * counts.games, weights * counts.halves / 2
        design.turn(games * chances * (1 - chances), apart, tails)
        slope = design.back(points - games * chances)
        slope[:-1] -= strengths / PRIOR**2
        slope[-1] -= (tails - TAILS) / TAILS_PRIOR**2
        held = halved and turn >= 2 * _LAST
        # Rough steps do, as more follow.
        step = design.solve(slope, tails_too=not held and (tails > 0 or slope[-1] > 0), error=1e-3)
        if halved and step[-1] < 0 == tails:
            step = design.solve(slope, tails_too=False, error=1e-3)
        farthest = max(np.abs(design.apart(step[:-1])).max(initial=0), abs(step[-1]))
        step /= max(1, farthest)
        if halved:
            # To where the tails are 0, and no further.
            step *= min(1, tails / -step[-1]) if step[-1] < 0 else 1
            while design.falls(games, points, np.append(strengths, tails) + step, step):
                step /= 2
        strengths += step[:-1]
        tails = max(0.0, tails + float(step[-1]))
        if farthest < 1e-9:
            return counted, strengths, tails
        sizes.append(farthest)
        if not halved and len(sizes) >= 2 * _LOOK:
            latest = max(sizes[-_LOOK:])
            if latest * (latest / max(sizes[-2 * _LOOK :])) ** ((_MOST - turn) / _LOOK) > _LONG:
                return None
    return None


def _conclude(
    counts: Counts, design: "_Design", counted: Floats, strengths: Floats, tails: float
) -> Fit:
    spread = design.spread()
    dispersion = find_dispersion(
        counts,
        counted,
        design.members,
        design.members @ strengths,
        tails,
        information=spread.information,
        fitted=spread.fitted,
    )
    weights = 3 / (counts.field + 1) * counted
    charged = charge_forfeits(
        counts,
        weights,
        design.members,
        strengths,
        players=design.players,
        tails=tails,
        prior=PRIOR,
    )
    strengths = charged - charged.mean()
    return Fit(design.players, strengths, tails, spread, dispersion, counts.played)


@dataclass(frozen=True, slots=True)
class _Spread:
    """How well the parameters are known."""

    root: Any
    """A matrix whose product with its transpose is their covariance, the tails last."""
    deviations: Floats
    """The deviations of the strengths, with their mean taken out."""
    information: float
    """The sum of what the games have told about each strength."""
    fitted: float
    """How many parameters they have fitted: what the prior has fitted is not counted."""


class _Design:
    """How the log-odds of all pairs depend on the strengths and, last, on the tails."""

    def __init__(self, counts: Counts) -> None:
        self.players = tuple(sorted({player for team in counts.teams for player in team}))
        index = {player: number for number, player in enumerate(self.players)}
        columns = np.array([index[player] for team in counts.teams for player in team], np.int32)
        ends = np.cumsum([0, *map(len, counts.teams)], dtype=np.int32)
        shape = (len(counts.teams), len(self.players))
        self.members: Any = scipy.sparse.csr_array((np.ones(len(columns)), columns, ends), shape)
        """A row a team, with 1 for every member."""
        self._one, self._other = counts.one, counts.other
        self._begins = np.searchsorted(counts.one, np.arange(len(counts.teams) + 1))

    def apart(self, strengths: Floats) -> Floats:
        """Return by how much the first of each pair is stronger."""
        teams = self.members @ strengths
        return np.asarray(teams[self._one] - teams[self._other])

    def turn(self, curved: Floats, apart: Floats, tails: float) -> None:
        """Take the derivatives here: where the pairs have this information and are so far apart."""
        self._strength, self._tails = by_strength(apart, tails), by_tails(apart)
        self._own = float(curved @ self._tails**2)
        self._across = self.back(curved * self._tails)[:-1]
        weights = curved * self._strength**2
        size = self.members.shape[0]
        self._by_team = self._sum(weights, weights)
        # The pairs are in the order of their first, so they are the rows of a matrix as they are.
        self._met: Any = scipy.sparse.csr_array((weights, self._other, self._begins), (size, size))
        self._met_by: Any = self._met.T

    def back(self, pairs: Floats) -> Floats:
        """Return the derivatives by all parameters of the sum over pairs of log-odds by these."""
        by_team = self._sum(pairs * self._strength, -pairs * self._strength)
        return np.append(self.members.T @ by_team, self._tails @ pairs)

    def falls(self, games: Floats, points: Floats, end: Floats, step: Floats) -> bool:
        """Return whether the penalised likelihood falls along a step, at its end."""
        apart, tails = self.apart(end[:-1]), end[-1]
        odds = by_strength(apart, tails) * self.apart(step[:-1]) + by_tails(apart) * step[-1]
        gained = (points - games * scipy.special.expit(log_odds(apart, tails))) @ odds
        prior = end[:-1] @ step[:-1] / PRIOR**2 + (tails - TAILS) * step[-1] / TAILS_PRIOR**2
        return bool(gained < prior)

    def solve(self, slope: Floats, *, tails_too: bool, error: float) -> Floats:
        """Return the step by conjugate gradients, scaled by the diagonal.

        The slope it leaves is at most this part of that it began with.
        """
        free = np.ones(len(slope))
        free[-1] = tails_too

        def curvature(step: Floats) -> Floats:
            teams = self.members @ step[:-1]
            pulled = self._by_team * teams - self._met @ teams - self._met_by @ teams
            turned = np.append(
                self.members.T @ pulled + self._across * step[-1],
                self._across @ step[:-1] + self._own * step[-1],
            )
            return free * (turned + _priors(len(slope)) * step)

        diagonal, size = self._diagonal() + _priors(len(slope)), (len(slope), len(slope))
        whole, scaled = (
            scipy.sparse.linalg.LinearOperator(size, turn, dtype=np.float64)
            for turn in (curvature, lambda left: left / diagonal)
        )
        step, _ = scipy.sparse.linalg.cg(whole, free * slope, rtol=error, M=scaled)
        return np.asarray(step)

    def spread(self) -> _Spread:
        """Return how well the parameters are known."""
        size, diagonal = len(self.players), self._diagonal()
        root, deviations = self._sparse_root() if size > DENSE else self._dense_root()
        prior = float((root**2).sum(axis=1) @ _priors(size + 1))
        return _Spread(root, deviations, float(diagonal[:-1].sum()), size + 1 - prior)

    def _dense_root(self) -> tuple[Any, Floats]:
        curvature = self._dense()
        curvature[np.diag_indices_from(curvature)] += _priors(len(curvature))
        factor = scipy.linalg.cholesky(curvature, lower=True)
        root = scipy.linalg.solve_triangular(factor, np.eye(len(factor)), lower=True).T
        centred = root[:-1] - root[:-1].mean(axis=0)
        return root, np.sqrt((centred**2).sum(axis=1))

    def _sparse_root(self) -> tuple[Any, Floats]:
        """Return the root for a diagonal, and exactly how all lean on the tails."""
        whole = self._diagonal() + _priors(len(self.players) + 1)
        across = np.append(self._across, 0)
        lean = self.solve(across, tails_too=False, error=1e-8)
        column = np.append(-lean[:-1], 1) / sqrt(whole[-1] - across @ lean)
        own, size = 1 / whole[:-1], len(self.players)
        diagonal = scipy.sparse.diags_array(np.append(np.sqrt(own), 0))
        centred = own * (1 - 2 / size) + own.mean() / size
        off = column[:-1] - column[:-1].mean()
        return scipy.sparse.hstack([diagonal, column[:, None]]).tocsr(), np.sqrt(centred + off**2)

    def _dense(self) -> Floats:
        teams = scipy.sparse.diags_array(self._by_team) - self._met - self._met_by
        whole = np.zeros((len(self.players) + 1,) * 2)
        whole[:-1, :-1] = (self.members.T @ teams @ self.members).toarray()
        whole[-1, :-1], whole[:-1, -1], whole[-1, -1] = self._across, self._across, self._own
        return whole

    def _diagonal(self) -> Floats:
        """Return the diagonal of the curvature: each player is once in a pair."""
        return np.append(self.members.T @ self._by_team, self._own)

    def _sum(self, one: Floats, other: Floats) -> Floats:
        """Add up by team what is of the first and of the second of each pair."""
        size = self.members.shape[0]
        found = np.bincount(self._one, one, size) + np.bincount(self._other, other, size)
        return np.asarray(found, np.float64)


def _priors(size: int) -> Floats:
    """Return the curvature of the prior, the strengths' and the tails'."""
    priors = np.full(size, 1 / PRIOR**2)
    priors[-1] = 1 / TAILS_PRIOR**2
    return priors
