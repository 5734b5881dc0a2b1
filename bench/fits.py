"""Seconds of the official fit beside scipy's general minimiser, on the same pairs.

    python -m bench.fits [RESULTS] [BOTS...]

A result is a match of four with four games. scipy's L-BFGS maximises the same penalised likelihood,
without tails, doubt, dispersion or intervals: the ratio says what these cost. CPU seconds are
counted, and those of reading the results are in neither.
"""

import sys
import time
from typing import Final

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.optimize import minimize
from scipy.special import expit

from ladder.ratings.comparisons import Comparisons, Counts
from ladder.ratings.link import Floats
from ladder.ratings.official import PRIOR, fit_counts
from tests.ladder.ratings.simulated import log, strengths

RESULTS: Final = 100_000
BOTS: Final = (40, 200, 1_000)


def count(bots: int, results: int) -> Counts:
    """Return the pairs of a season of these."""
    comparisons = Comparisons()
    for one in log(strengths(bots, 0.5, seed=1), results, seed=2, games=4):
        comparisons.add(one)
    return comparisons.counts()


def fit_by_scipy(counts: Counts) -> Floats:
    """Return the strengths by the team, which is a player here."""
    weights = 3 / (counts.field + 1)
    games, points = weights * counts.games, weights * counts.halves / 2
    size = len(counts.teams)

    def loss(vector: Floats) -> tuple[float, Floats]:
        apart = vector[counts.one] - vector[counts.other]
        value = float((games * np.logaddexp(0, apart) - points * apart).sum())
        slope = games * expit(apart) - points
        by_team = np.bincount(counts.one, slope, size) - np.bincount(counts.other, slope, size)
        return value + float(vector @ vector) / (2 * PRIOR**2), by_team + vector / PRIOR**2

    found = minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B", options={"gtol": 1e-6})
    return np.asarray(found.x)


def main() -> None:
    """Measure and print."""
    words = [int(word) for word in sys.argv[1:]]
    results, sizes = (words[0] if words else RESULTS), (words[1:] or BOTS)
    table = Table("bots", "ours, s", "scipy, s", "ratio", title=f"{results:,} results", box=None)
    for bots in sizes:
        counts, spent = count(bots, results), list[float]()
        for work in (fit_counts, fit_by_scipy):
            begun = time.process_time()
            work(counts)
            spent.append(time.process_time() - begun)
        ratio = f"{spent[0] / spent[1]:.1f}"
        table.add_row(f"{bots:,}", *(f"{seconds:.2f}" for seconds in spent), ratio)
    Console().print(table)


if __name__ == "__main__":
    main()
