"""Whether 95 % intervals have the truth in them 95 times of 100, by simulation.

    python -m bench.intervals [SEASONS]

Performances in a game are a strength and luck, Gumbel's or Gaussian. Matches have 40 games. The
spread of the strengths is given in units of the luck of a match, 0.16 of that of a game. The
intervals are those of the chance that one bot beats another in a game: of all pairs, of near ones
(at most 3 ranks apart), of those far apart (more than 25 of 40), and among the best eight.

In the second table some bots suit each other: in each pair one is stronger by so much of the luck
of a game, and the other weaker. No board of one strength a bot can tell that. The truth that its
intervals should have in them is then what it would say after very many matches. "Narrow" is what
part of all intervals would have it in them if the dispersion of the matches were not looked at.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import pi, sqrt
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.special import expit, logit, ndtr

from ladder.matches import Result
from ladder.ratings.link import Floats
from ladder.ratings.official import Estimate, Fit, fit
from tests.ladder.ratings.simulated import BEGIN, players

BOTS: Final = 40
SEASONS: Final = 20
GAMES: Final = 40
GUMBEL, GAUSSIAN = "Gumbel", "Gaussian"
NAMES: Final = players(BOTS)
KINDS: Final = ("all", "near", "far", "top")
# What a board would say after very many matches is found with this many a bot, of this many games.
LONG, SHORT = 6_000, 8


@dataclass(frozen=True)
class Setting:
    """A season: how many matches a bot has, at tables of how many, between how unequal bots."""

    luck: str
    seats: tuple[int, ...]
    """One after the other, each in equally many matches."""
    matches: int
    spread: float
    """In units of the luck of a match."""
    suits: float = 0.0
    """Standard deviation of what one of a pair is stronger by, in units of the luck of a game."""

    @property
    def unit(self) -> float:
        """The luck of a game."""
        return pi / sqrt(6) if self.luck == GUMBEL else 1.0


SETTINGS: Final = [
    Setting(luck, seats, matches, spread)
    for luck in (GUMBEL, GAUSSIAN)
    for seats, matches, spread in (
        ((2,), 30, 1), ((2,), 30, 4), ((4,), 8, 0.3), ((4,), 8, 4), ((4,), 30, 0.3), ((4,), 30, 1),
        ((4,), 30, 2), ((4,), 30, 4), ((4,), 200, 4), ((8,), 30, 1), ((8,), 30, 4),
        ((2, 3, 4, 5), 32, 1), ((2, 3, 4, 5), 32, 4), ((4,), 30, 6.3), ((4,), 30, 12.6),
    )
]  # fmt: skip
SUITED: Final = [
    Setting(GAUSSIAN, (seats,), matches, 4, suits)
    for seats in (2, 4, 8)
    for matches, suits in ((30, 0.2), (100, 0.2), (30, 0.5))
]


def season(
    rng: Any, setting: Setting, strengths: Floats, matches: int, games: int
) -> Iterator[Result]:
    """Yield this many matches; `strengths` by bot, then by whom it meets, itself on the
    diagonal."""
    for number in range(matches):
        seats = rng.permutation(BOTS)[: setting.seats[number % len(setting.seats)]]
        draw = rng.gumbel if setting.luck == GUMBEL else rng.normal
        shown = strengths[np.ix_(seats, seats)].sum(axis=1) + draw(size=(games, len(seats)))
        ranks = 1 + np.argsort(np.argsort(-shown, axis=1), axis=1)
        named = tuple(NAMES[seat] for seat in seats)
        yield Result(number, number, 1, "g", named, tuple(map(tuple, ranks.tolist())), (), BEGIN)


def draw_strengths(rng: Any, setting: Setting) -> Floats:
    """Draw strengths as a season needs them, the best first."""
    own = -np.sort(-rng.normal(0, setting.spread / sqrt(GAMES), BOTS))
    drawn = np.triu(rng.normal(0, setting.suits, (BOTS, BOTS)), 1) / 2
    return np.asarray((np.diag(own) + drawn - drawn.T) * setting.unit)


def chances(rng: Any, setting: Setting, strengths: Floats) -> Floats:
    """Return the chance of each bot to beat each other one in a game."""
    if setting.suits:
        found = fit(season(rng, setting, strengths, count_matches(setting, LONG), SHORT))
        return np.array([[found.beats(one, other).value for other in NAMES] for one in NAMES])
    own = strengths.diagonal()
    apart = own[:, None] - own
    return np.asarray(expit(apart) if setting.luck == GUMBEL else ndtr(apart / sqrt(2)))


def count_matches(setting: Setting, each: int) -> int:
    """Return how many matches give every bot this many."""
    return round(BOTS * each * len(setting.seats) / sum(setting.seats))


def kinds(one: int, other: int) -> Iterator[str]:
    yield "all"
    if abs(one - other) <= 3:
        yield "near"
    if abs(one - other) > 25:
        yield "far"
    if max(one, other) < 8:
        yield "top"


def holds(estimate: Estimate, true: float, dispersion: float) -> tuple[bool, bool]:
    """Return whether an interval has the truth in it, and whether it would without dispersion."""
    chances = [estimate.low, estimate.value, estimate.high, true]
    low, value, high, at = logit(np.clip(chances, 1e-15, 1 - 1e-15))
    narrow = sqrt(dispersion)
    return low < at < high, value + (low - value) / narrow < at < value + (high - value) / narrow


def coverage(setting: Setting, seasons: int) -> tuple[dict[str, float], list[Fit]]:
    """Return the share of intervals that hold by kind; "narrow" are all without dispersion."""
    rng = np.random.default_rng(1)
    held: defaultdict[str, list[bool]] = defaultdict(list)
    fits: list[Fit] = []
    for _ in range(seasons):
        if not fits or not setting.suits:
            strengths = draw_strengths(rng, setting)
            true = chances(rng, setting, strengths)
        matches = count_matches(setting, setting.matches)
        found = fit(season(rng, setting, strengths, matches, GAMES))
        fits.append(found)
        for one, other in combinations(range(BOTS), 2):
            estimate = found.beats(NAMES[one], NAMES[other])
            inside, narrow = holds(estimate, true[one, other], found.dispersion)
            held["narrow"].append(narrow)
            for kind in kinds(one, other):
                held[kind].append(inside)
    return {name: float(np.mean(each)) for name, each in held.items()}, fits


def show(console: Console, title: str, settings: Sequence[Setting], seasons: int) -> None:
    """Simulate and print a table."""
    heads = (
        "luck",
        "seats",
        "matches a bot",
        "spread",
        "suits",
        *KINDS,
        "narrow",
        "tails",
        "disp.",
    )
    table = Table(*heads, title=title, box=None)
    for one in settings:
        shares, fits = coverage(one, seasons)
        seats = f"{one.seats[0]}" if len(one.seats) == 1 else f"{one.seats[0]}-{one.seats[-1]}"
        told = (one.luck, seats, str(one.matches), f"{one.spread:g}", f"{one.suits:g}")
        cells = [f"{shares[kind]:.1%}" for kind in (*KINDS, "narrow")]
        tails, dispersion = (
            float(np.mean([getattr(found, name) for found in fits]))
            for name in ("tails", "dispersion")
        )
        table.add_row(*told, *cells, f"{tails:.2f}", f"{dispersion:.2f}")
    console.print(table)


def main() -> None:
    """Simulate and print."""
    seasons = int(sys.argv[1]) if sys.argv[1:] else SEASONS
    console = Console(width=110)
    show(console, f"Intervals with the truth in them, {BOTS} bots", SETTINGS, seasons)
    show(console, "The same where some suit each other", SUITED, seasons)


if __name__ == "__main__":
    main()
