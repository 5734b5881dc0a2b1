"""What rating a log costs, and how much its order matters.

The live fold is measured beside the package `trueskill` called bare, in turns on the same rounds of
the same matches of 40 games.
A field of 10,000 bots and a million results has a process of its own, so that its peak memory
can be told; there the live fold starts from made-up ratings, since all of it would take minutes.
"""

import random
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar
from unittest import mock

import numpy as np
import trueskill
from rich.console import Console
from rich.table import Table
from scipy.stats import kendalltau

from ladder.matches import Player, Result
from ladder.ratings import official
from ladder.ratings.board import make_boards, to_json
from ladder.ratings.live import ENVIRONMENT, Round, rounds
from ladder.ratings.official import fit
from ladder.ratings.rating import Rating, Ratings
from tests.ladder.ratings.folding import fold

GAMES = 40
TURNS, TURN = 10, 500
ORDERS, SHORT = 100, 300
FEW = 1_000
BOTS, MANY = 10_000, 1_000_000
DAY = datetime(2026, 1, 1, tzinfo=UTC)
Out = TypeVar("Out")


def matches(players: int, seed: int) -> Iterator[Result]:
    """Yield four-seat matches without end, between bots whose strengths differ by half a logit."""
    rng = np.random.default_rng(seed)
    names = [f"bot{number:05}@1" for number in range(players)]
    skills = rng.normal(0, 0.5, players)
    number = 0
    while True:
        tables = rng.integers(players, size=(1_000, 4))
        shown = skills[tables][:, None] + rng.gumbel(size=(1_000, GAMES, 4))
        ranks = 1 + np.argsort(np.argsort(-shown, axis=2), axis=2)
        for seats, games in zip(tables.tolist(), ranks.tolist(), strict=True):
            if len(set(seats)) == 4:
                number += 1
                seated = tuple(names[seat] for seat in seats)
                yield Result(number, number, 1, "g", seated, tuple(map(tuple, games)), (), DAY)


def timed(work: Callable[[], Out]) -> tuple[float, Out]:
    begun = time.perf_counter()
    done = work()
    return time.perf_counter() - begun, done


def bare(state: dict[Player, Any], log: list[Round]) -> None:
    for one in log:
        groups = [tuple(state[player] for player in team) for team in one.teams]
        rated = ENVIRONMENT.rate(groups, one.ranks)
        for team, ratings in zip(one.teams, rated, strict=True):
            state.update(zip(team, ratings, strict=True))


def speed(console: Console) -> None:
    """Rebuild a log of 100 bots, by ours and by the package alone, and fit it."""
    log = list(islice(matches(100, seed=1), TURNS * TURN))
    ours: Ratings = {}
    theirs = {player: trueskill.Rating(25, 25 / 3) for one in log for player in one.players}
    spent = {"ours": 0.0, "bare": 0.0}
    for turn in range(TURNS):
        part = log[turn * TURN : (turn + 1) * TURN]
        seconds, ours = timed(lambda part=part, state=ours: fold(part, state))  # type: ignore[misc]
        spent["ours"] += seconds
        dealt = [one for result in part for one in rounds(result)]
        spent["bare"] += timed(lambda dealt=dealt: bare(theirs, dealt))[0]  # type: ignore[misc]
    farthest = max(abs(ours[name, "g"].mean - rating.mu) for name, rating in theirs.items())
    table = Table(
        f"{len(log):,} matches of four, {GAMES} games", "seconds", "matches/s", "of bare", box=None
    )
    fitting = timed(lambda: fit(log))[0]
    for name, seconds in (
        ("the live fold", spent["ours"]),
        ("trueskill, bare", spent["bare"]),
        ("the official fit", fitting),
    ):
        rate = f"{len(log) / seconds:,.0f}"
        table.add_row(name, f"{seconds:.1f}", rate, f"{seconds / spent['bare']:.3f}")
    console.print(table)
    console.print(
        f"The means of the two folds are at most {farthest:.1e} apart, "
        "since ours tells those who tie in another order.\n"
    )


def orders(console: Console) -> None:
    """Tell how far the boards of one log in many orders are apart."""
    log = list(islice(matches(100, seed=2), SHORT))
    rng = random.Random(3)
    players = sorted({player for one in log for player in one.players})
    agreement, boards = [], set()
    expected = fold(log)
    for _ in range(ORDERS):
        shuffled = rng.sample(log, len(log))
        live = fold(shuffled)
        scores = [[found[player, "g"].score for player in players] for found in (live, expected)]
        agreement.append(float(kendalltau(*scores).statistic))
        boards.add(to_json(make_boards(expected, {"g": fit(shuffled)}, ["g"], players)))
    console.print(
        f"{ORDERS} orders of {SHORT:,} matches of 100 bots: {len(boards)} official board; "
        f"Kendall's tau of the live orders: mean {np.mean(agreement):.3f}, "
        f"least {min(agreement):.3f}.\n"
    )


def large() -> dict[str, float]:
    """Return seconds, and MB of peak memory, of each step with the large field."""
    found = {"MB, before": peak()}
    rng = np.random.default_rng(4)
    names = [f"bot{number:05}@1" for number in range(BOTS)]
    ratings: Ratings = {
        (name, "g"): Rating(mean, 1.0, MANY * 4 // BOTS, MANY * 4 * GAMES // BOTS)
        for name, mean in zip(names, rng.normal(25, 6, BOTS).tolist(), strict=True)
    }
    log = matches(BOTS, seed=5)
    last = list(islice(log, FEW))
    found[f"s, to fold {FEW:,} matches from there"], ratings = timed(lambda: fold(last, ratings))
    found["MB, peak of the live fold"] = peak()
    found["s, to make a million results up"] = timed(lambda: sum(1 for _ in islice(log, MANY)))[0]
    found["s, that and the fit"], fitted = timed(lambda: fit(islice(log, MANY)))
    found["MB, peak of the fit"] = peak()
    found["s, to make the board"], boards = timed(
        lambda: make_boards(ratings, {"g": fitted}, ["g"], set(names))
    )
    found["MB, the board"] = len(to_json(boards)) / 1e6
    found["MB, peak of the board"] = peak()
    return found


def understated() -> tuple[float, float]:
    """Return by how much the intervals of a large field are too short: on average, and at most."""
    log = list(islice(matches(2_500, seed=6), 20_000))
    exact = fit(log)
    with mock.patch.object(official, "DENSE", 0):
        diagonal = fit(log)
    widths = [
        np.array(
            [found.strength(player).high - found.strength(player).low for player in found.players]
        )
        for found in (exact, diagonal)
    ]
    short = 1 - widths[1] / widths[0]
    return float(short.mean()), float(short.max())


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Measure everything and print it."""
    console = Console()
    speed(console)
    orders(console)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        found = pool.submit(large).result()
    table = Table(f"{BOTS:,} bots, {MANY:,} results", "", box=None)
    for name, value in found.items():
        unit, _, what = name.partition(", ")
        table.add_row(what, f"{value:,.2f} {unit}")
    console.print(table)
    mean, most = understated()
    console.print(
        "With the diagonal alone, the intervals of 2,500 bots after 32 matches each are too short "
        f"by {mean:.2%} on average and {most:.2%} at most."
    )


if __name__ == "__main__":
    main()
