"""How far helpers under other names lift an average bot, and what that costs honest ladders.

    python -m bench.collusion [SEASONS]

Seasons of 41 bots at tables of four, 40 matches of 40 games each, simulated at the skill and random
chance of our real games (`bench.luck`). Helpers play as well as they can, but lose to one bot on
purpose. That bot is an average one, of strength 0. Printed are its place and its strength on the
official board, with half of its 95 % interval. Beside both is what they were if all pairs counted
alike (`ladder.ratings.doubt`). A season differs from the next, so places are means.

The second table has honest seasons, without styles and with: Kendall's tau of the official order
with the true one, and what share of the intervals has the truth in it. With styles that is what the
board would say after very many matches (`bench.intervals`).
"""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from math import inf, sqrt
from multiprocessing import Pool
from typing import Final, NamedTuple
from unittest.mock import patch

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import kendalltau

from arena.games import find_game
from bench.in_process import BEST
from bench.intervals import BOTS, GAUSSIAN, NAMES, Setting, coverage
from bench.luck import measure_luck
from ladder.matches import Result
from ladder.ratings import doubt
from ladder.ratings.official import Fit, fit
from tests.ladder.ratings.colluding import GAMES, helped_season, throw_to
from tests.ladder.ratings.simulated import log, strengths

SEASONS: Final = 4
HELPERS: Final = (0, 5, 10, 20)
MEASURED: Final = 200
"""Games from which a game's random chance is known."""
STYLES: Final = (0.0, 0.3)
"""By how much one of two bots suits the other, in units of the random chance of a game."""
PARTNERS: Final = "TonTon, partners"


class Helped(NamedTuple):
    """The helped bot on the board of a season."""

    place: int
    strength: float
    margin: float


def judging(*, alike: bool) -> AbstractContextManager[object]:
    """Have all pairs count alike, or as the board has it."""
    return patch.object(doubt, "USUAL", inf) if alike else nullcontext()


def season(kind: str, spread: float, helpers: int, seed: int) -> tuple[str, list[Result]]:
    """Return the name of the helped bot and the results."""
    if kind != PARTNERS:
        return "bot0", helped_season(seed, helpers, spread=spread)
    master, *others = truth = strengths(41, spread, seed)
    truth[master] = 0
    played = log(truth, 410, seed=seed, teams=(2, 2), games=GAMES, gaussian=True)
    return master, throw_to(master, others[:helpers], played)


def help_one(kind: str, spread: float, helpers: int, seed: int) -> tuple[Helped, Helped]:
    """Return what became of the helped bot, as the board has it and if all pairs counted alike."""
    master, results = season(kind, spread, helpers, seed)
    found = []
    for alike in (False, True):
        with judging(alike=alike):
            found.append(describe(fit(results), master))
    return found[0], found[1]


def describe(fitted: Fit, master: str) -> Helped:
    own = fitted.strength(master)
    better = sum(fitted.strength(one).value > own.value for one in fitted.players)
    return Helped(1 + better, own.value, own.high - own.value)


def be_honest(spread: float, styles: float, seasons: int, *, alike: bool) -> tuple[float, float]:
    """Return Kendall's tau of honest seasons, and the share of intervals that hold."""
    setting = Setting(GAUSSIAN, (4,), 40, spread * sqrt(GAMES), styles)
    with judging(alike=alike):
        shares, fits = coverage(setting, seasons)
    orders = ([found.strength(one).value for one in NAMES] for found in fits)
    taus = [kendalltau(order, range(BOTS, 0, -1)).statistic for order in orders]
    return float(np.mean(taus)), shares["all"]


def main() -> None:
    """Simulate and print."""
    seasons = int(sys.argv[1]) if sys.argv[1:] else SEASONS
    with Pool(os.cpu_count()) as pool:
        lucks = pool.starmap(measure_luck, [(game, MEASURED) for game in BEST], chunksize=1)
        spreads = {find_game(one).title: luck.ratio for one, luck in zip(BEST, lucks, strict=True)}
        spreads[PARTNERS] = spreads["TonTon"]
        cells = [(kind, helpers) for kind in spreads for helpers in HELPERS]
        asked = [
            (kind, spreads[kind], helpers, seed)
            for kind, helpers in cells
            for seed in range(seasons)
        ]
        helped = iter(pool.starmap(help_one, asked, chunksize=1))
        Console(width=100).print(show_helped(spreads, helped, seasons))
        honest = [
            pool.apply_async(be_honest, (spread, styles, seasons), {"alike": alike})
            for kind, spread in spreads.items()
            if kind != PARTNERS
            for styles in STYLES
            for alike in (False, True)
        ]
        found = (one.get() for one in honest)
        Console(width=100).print(show_honest(spreads, found))


def show_helped(
    spreads: dict[str, float], helped: Iterator[tuple[Helped, Helped]], seasons: int
) -> Table:
    heads = ("skill / luck", "helpers", "place", "all alike", "strength", "all alike")
    table = Table("game", *heads, title=f"An average bot of 41, {seasons} seasons", box=None)
    for kind, spread in spreads.items():
        for helpers in HELPERS:
            both = zip(*(next(helped) for _ in range(seasons)), strict=True)
            ours, alike = (np.mean(side, axis=0) for side in both)
            cells = [f"{side[0]:.1f}" for side in (ours, alike)]
            cells += [f"{side[1]:+.2f} ± {side[2]:.2f}" for side in (ours, alike)]
            table.add_row(kind, f"{spread:.2f}", str(helpers), *cells)
    return table


def show_honest(spreads: dict[str, float], found: Iterator[tuple[float, float]]) -> Table:
    heads = ("styles", "tau", "all alike", "intervals that hold", "all alike")
    table = Table("game", *heads, title=f"Honest seasons of {BOTS} bots", box=None)
    for kind in spreads:
        for styles in STYLES if kind != PARTNERS else ():
            ours, alike = next(found), next(found)
            taus = (f"{side[0]:.3f}" for side in (ours, alike))
            held = (f"{side[1]:.1%}" for side in (ours, alike))
            table.add_row(kind, f"{styles:g}", *taus, *held)
    return table


if __name__ == "__main__":
    main()
