"""Whether 95 % intervals have the truth in them 95 times of 100, by simulation.

The board of record takes its intervals from the curvature of the weighted pairs. Beside it is the
sandwich clustered by match (Liang and Zeger 1986), which asks nothing of how the pairs of a match
depend on each other. Performances are a strength and luck: Gumbel's luck makes the model true,
Gaussian luck does not quite. In the last rows the luck of every other bot is ten times the others',
and what is looked at is not the truth but how the width compares with the spread between seasons.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table
from scipy.special import expit, ndtr

from ladder.ratings.of_record import PRIOR, Fit, Floats, fit
from ladder.result import Result
from tests.ladder.ratings.simulated import BEGIN, players

Finishes: TypeAlias = npt.NDArray[np.int64]
BOTS, SEASONS = 40, 25
GUMBEL, GAUSSIAN = "Gumbel", "Gaussian"


@dataclass(frozen=True)
class Setting:
    """A season: how many matches a bot has, at tables of how many, between how unequal bots."""

    luck: str
    seats: int
    matches: int
    spread: float


SETTINGS = [
    Setting(luck, seats, matches, spread)
    for luck in (GUMBEL, GAUSSIAN)
    for seats, matches, spread in (
        (2, 30, 1), (4, 8, 1), (4, 30, 0.3), (4, 30, 1), (4, 30, 2), (4, 120, 1), (8, 30, 1)
    )
]  # fmt: skip


def season(rng: Any, truth: Floats, setting: Setting, scale: Floats) -> Finishes:
    """Return matches as rows of bots in the order in which they came in."""
    count = len(truth) * setting.matches // setting.seats
    seats: Finishes = np.argsort(rng.random((count, len(truth))), axis=1)[:, : setting.seats]
    draw = rng.gumbel if setting.luck == GUMBEL else rng.normal
    performance = truth[seats] + scale[seats] * draw(size=seats.shape)
    finish: Finishes = np.take_along_axis(seats, np.argsort(-performance, axis=1), axis=1)
    return finish


def results(finishes: Finishes, names: list[str]) -> Iterator[Result]:
    for number, finish in enumerate(finishes.tolist()):
        teams = tuple((names[seat],) for seat in finish)
        yield Result(number, "", "g", teams, tuple(range(1, len(teams) + 1)), BEGIN)


def spreads(finishes: Finishes, strengths: Floats) -> dict[str, Floats]:
    """Return the covariance of the strengths by either way."""
    count, seats = finishes.shape
    scores = np.zeros((count, len(strengths)))
    curvature = np.eye(len(strengths)) / PRIOR**2
    rows, weight = np.arange(count), 3 / (seats + 1)
    for i, j in combinations(range(seats), 2):
        one, other = finishes[:, i], finishes[:, j]
        chance = expit(strengths[one] - strengths[other])
        scores[rows, one] += weight * (1 - chance)
        scores[rows, other] -= weight * (1 - chance)
        for a, b, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            np.add.at(curvature, (a, b), sign * weight * chance * (1 - chance))
    inverse = np.linalg.inv(curvature)
    meat = scores.T @ scores + np.eye(len(strengths)) / PRIOR**2
    centred = np.eye(len(strengths)) - 1 / len(strengths)
    found = {"curvature": inverse, "sandwich": inverse @ meat @ inverse}
    return {name: centred @ one @ centred for name, one in found.items()}


def values(found: Fit) -> Floats:
    return np.array([found.strength(player).value for player in found.players])


def coverage(setting: Setting) -> dict[str, float]:
    """Return the share of pairs whose interval has the true probability in it."""
    rng = np.random.default_rng(1)
    pairs = np.triu_indices(BOTS, 1)
    inside: dict[str, list[float]] = {"curvature": [], "sandwich": []}
    for _ in range(SEASONS):
        truth = rng.normal(0, setting.spread, BOTS)
        finishes = season(rng, truth, setting, np.ones(BOTS))
        strengths = values(fit(results(finishes, players(BOTS))))
        apart = truth[:, None] - truth
        chances = expit(apart) if setting.luck == GUMBEL else ndtr(apart / np.sqrt(2))
        found = strengths[:, None] - strengths
        for name, covariance in spreads(finishes, strengths).items():
            own = np.diag(covariance)
            margin = 1.96 * np.sqrt(np.maximum(own[:, None] + own - 2 * covariance, 0))
            held = (expit(found - margin) < chances) & (chances < expit(found + margin))
            inside[name].append(float(held[pairs].mean()))
    return {name: float(np.mean(shares)) for name, shares in inside.items()}


def unlike(seats: int) -> dict[str, tuple[float, float]]:
    """Return, on average and at worst, an interval's width beside what it should be."""
    rng = np.random.default_rng(3)
    truth = rng.normal(size=24)
    scale = np.where(np.arange(24) % 2, 0.3, 3.0)
    found = []
    variances: dict[str, list[Floats]] = {"curvature": [], "sandwich": []}
    for _ in range(150):
        finishes = season(rng, truth, Setting(GUMBEL, seats, 40, 1), scale)
        found.append(values(fit(results(finishes, players(24)))))
        for name, covariance in spreads(finishes, found[-1]).items():
            variances[name].append(np.diag(covariance))
    actual = np.std(found, axis=0, ddof=1)
    ratios = {name: np.sqrt(np.mean(each, axis=0)) / actual for name, each in variances.items()}
    return {name: (float(each.mean()), float(each.min())) for name, each in ratios.items()}


def main() -> None:
    """Simulate and print."""
    console = Console()
    table = Table("luck", "seats", "matches a bot", "logits", "curvature", "sandwich", box=None)
    for one in SETTINGS:
        found = coverage(one)
        shares = [f"{found[name]:.1%}" for name in ("curvature", "sandwich")]
        table.add_row(one.luck, str(one.seats), str(one.matches), f"{one.spread:g}", *shares)
    console.print("Intervals of pairs with the truth in them, 40 bots, 25 seasons", table)
    table = Table("seats", "curvature", "sandwich", box=None)
    for seats in (4, 8):
        ratios = unlike(seats)
        cells = [f"{ratios[n][0]:.2f}, least {ratios[n][1]:.2f}" for n in ("curvature", "sandwich")]
        table.add_row(str(seats), *cells)
    console.print("Width beside what it should be, the luck of every other bot tenfold", table)


if __name__ == "__main__":
    main()
