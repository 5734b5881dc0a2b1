"""By how many games at once the live board should be fed, so that its deviations are honest.

    python -m bench.rounds [SEASONS]

Matches of 40 games at tables of four between 40 bots, with Gaussian luck, are rated in rounds of so
many games: 40 is one rank a match, 1 is game by game. Honest are deviations if what the means are
off, in deviations, has a standard deviation of 1. The unit of the ratings is free, so the truth is
a straight line of them. The spread of the strengths is in units of the luck of a match. Kendall's
tau is that of the order of the means, and the time is that of the fold alone.
"""

import sys
import time
from collections import defaultdict
from math import sqrt
from typing import Final, NamedTuple
from unittest import mock

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import kendalltau

from bench.intervals import GAMES, GAUSSIAN, NAMES, Setting, count_matches, draw_strengths, season
from ladder.ratings import live
from ladder.ratings.link import Floats
from ladder.ratings.rating import Ratings
from tests.ladder.ratings.folding import fold

SEASONS: Final = 2
FEEDS: Final = (40, 20, 10, 4, 1)
SPREADS: Final = (0.4, 2, 6)
MATCHES: Final = (10, 30, 100, 300)


class Found(NamedTuple):
    """What came of a season by some time."""

    off: float
    """Mean square of what the means are off, in deviations."""
    tau: float
    milliseconds: float
    """A match, in CPU time."""


def judge(ratings: Ratings, truth: Floats, milliseconds: float) -> Found:
    """Hold ratings against the truth."""
    known = [ratings[name, "g"] for name in NAMES]
    means = np.array([rating.mean for rating in known])
    deviations = np.array([rating.deviation for rating in known])
    line = np.polyfit(truth, means, 1, w=1 / deviations)
    off = (means - np.polyval(line, truth)) / deviations
    return Found(float(np.mean(off**2)), float(kendalltau(means, truth).statistic), milliseconds)


def play(spread: float, seed: int) -> dict[tuple[int, int], Found]:
    """Play a season and rate it in every way; by the feed and the matches a bot."""
    rng = np.random.default_rng(seed)
    setting = Setting(GAUSSIAN, (4,), MATCHES[-1], spread)
    strengths = draw_strengths(rng, setting)
    log = list(season(rng, setting, strengths, count_matches(setting, MATCHES[-1]), GAMES))
    found = {}
    for feed in FEEDS:
        ratings: Ratings = {}
        begin, spent = 0, 0.0
        with mock.patch.object(live, "ROUND", feed):
            for matches in MATCHES:
                end, begun = count_matches(setting, matches), time.process_time()
                ratings = fold(log[begin:end], ratings)
                begin, spent = end, spent + time.process_time() - begun
                found[feed, matches] = judge(ratings, strengths.diagonal(), 1000 * spent / end)
    return found


def main() -> None:
    """Measure and print."""
    seasons = int(sys.argv[1]) if sys.argv[1:] else SEASONS
    for spread in SPREADS:
        found: defaultdict[tuple[int, int], list[Found]] = defaultdict(list)
        for seed in range(seasons):
            for key, one in play(spread, seed).items():
                found[key].append(one)
        heads = [f"off, tau: {matches} matches" for matches in MATCHES]
        table = Table("games a round", *heads, "ms a match", title=f"spread {spread:g}", box=None)
        for feed in FEEDS:
            means = [np.mean(found[feed, matches], axis=0) for matches in MATCHES]
            cells = [f"{sqrt(mean[0]):.2f}, {mean[1]:.3f}" for mean in means]
            table.add_row(str(feed), *cells, f"{means[-1][2]:.1f}")
        Console(width=110).print(table)


if __name__ == "__main__":
    main()
