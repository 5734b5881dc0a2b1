"""How often `arena compare` is wrong, and how many games it saves.

    python -m bench.compare [repetitions [pairs [game ...]]]

First comparisons without a true difference: both versions play their first move half of the time
and any move otherwise, each with its own generator, against random bots. A comparison looks after
each round, up to 600 pairs; an answer of "better" or "worse" is a false alarm.

Then how many games it takes to find a difference, beside a test that looks as often and is as sure,
but plays the versions in games of their own: the two arms of the same pairs, in which luck has
matched an old with another new. The pairs are played once and drawn again for every repetition.
Near-twins are the best sample bot and the same with a random move in every second game, at a table
of its copies; distinct bots make one random move in 10 and 3 in 10, at a table of bots that make 5
in 10. Everything is played in this process.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import chain
from multiprocessing import Pool
from statistics import fmean, median
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from arena.match.confidence_sequence import BETS, REFUTED, interval_of
from arena.match.paired import share_beaten
from arena.match.plan import ScheduledGame
from bench.in_process import BEST, SEATS, Version, plan_games, rank_game

REPETITIONS: Final = 200
PAIRS: Final = 600
ROUND: Final = 12
ALARM_ROUNDS: Final = 50
LONGEST: Final = 60_000
DRAWS: Final = 100
# About how many decisions a seat has in a game.
DECISIONS: Final = {"six_nimmt": 45, "big_fish": 10, "tonton": 21, "goat_n_goat": 30}
COLUMNS: Final = (
    "game", "versions", "difference", "variance", "games", "unpaired", "ratio",
)  # fmt: skip
RANDOM: Final[Version] = ("random", 1.0)


class Kind(NamedTuple):
    """Two versions of the best sample bot, by how often each moves at random, and the others."""

    name: str
    old: float
    new: float
    others: float
    aim: float


def kinds(game: str) -> list[Kind]:
    return [
        Kind("near-twins", 0.5 / DECISIONS[game], 0.0, 0.0, 0.25),
        Kind("distinct bots", 0.3, 0.1, 0.5, 0.65),
    ]


def share(game: str, candidate: Version, others: Version, scheduled: ScheduledGame) -> float:
    """Play a game, and return the share of the table that the candidate beats."""
    ranks, _ = rank_game(game, [candidate, *[others] * (SEATS - 1)], scheduled)
    return share_beaten(ranks, range(SEATS), 0)


def with_other_luck(scheduled: ScheduledGame) -> ScheduledGame:
    """Give the candidate another seed, and all others the same."""
    seat = scheduled.seating.index(0)
    seeds = [*scheduled.seeds]
    seeds[seat] = sha256(seeds[seat]).digest()
    return replace(scheduled, seeds=tuple(seeds))


def has_alarm(game: str, number: int) -> bool:
    """Compare two equally good versions; return whether one is ever said to be better."""
    play = partial(share, game, ("first", 0.5), RANDOM)
    differences = list[float]()
    for at in range(ALARM_ROUNDS):
        games = plan_games(game, number * ALARM_ROUNDS + at, ROUND)
        differences += [play(with_other_luck(one)) - play(one) for one in games]
        low, high = interval_of(differences)
        if low > 0 or high < 0:
            return True
    return False


def play_round(game: str, kind: Kind, number: int) -> list[tuple[float, float]]:
    """Return what both versions make of the same games."""
    best, others = BEST[game], (BEST[game], kind.others)
    return [
        (share(game, (best, kind.old), others, one), share(game, (best, kind.new), others, one))
        for one in plan_games(game, number, ROUND)
    ]


def games_needed(differences: NDArray[np.float64]) -> int:
    """Return after how many differences the new version is shown to be better."""
    won = np.array([np.cumsum(np.log1p(bet * differences)) for bet in BETS])
    total = np.logaddexp.reduce(won, axis=0) - np.log(len(BETS))
    shown = np.flatnonzero(total[ROUND - 1 :: ROUND] >= REFUTED)
    return ROUND * (int(shown[0]) + 1) if len(shown) else LONGEST


def measure(pairs: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Yield how many games both tests need, drawn again from these pairs each time."""
    rng = np.random.default_rng(1)
    old, new = sorted(pairs.T, key=np.mean)
    for _ in range(DRAWS):
        one, other = rng.integers(len(pairs), size=(2, LONGEST))
        yield games_needed(new[one] - old[one]), games_needed(new[one] - old[other])


def describe(game: str, kind: Kind, pairs: Sequence[tuple[float, float]]) -> list[str]:
    """Return a row of the table."""
    found = np.array(pairs)
    old, new = found.T
    variance = float(np.var(new - old) / (np.var(new) + np.var(old)))
    paired, unpaired = zip(*measure(found), strict=True)
    return [
        game,
        kind.name,
        f"{np.mean(new - old):+.3f}",
        f"{variance:.2f}",
        f"{median(paired):,.0f}",
        f"{median(unpaired):,.0f}",
        f"{fmean(paired) / fmean(unpaired):.2f} (aim: {kind.aim})",
    ]


def main() -> None:
    """Play and print."""
    repetitions = int(sys.argv[1]) if sys.argv[1:] else REPETITIONS
    pairs = int(sys.argv[2]) if sys.argv[2:] else PAIRS
    games = sys.argv[3:] or list(BEST)
    console = Console(width=120)
    with Pool(os.cpu_count()) as pool:
        jobs = [(games[number % len(games)], number) for number in range(repetitions)]
        alarms = sum(pool.starmap(has_alarm, jobs, chunksize=1))
        console.print(f"false alarms: {alarms} of {repetitions} comparisons of equals (aim: 5 %)")
        for game in games:
            table = Table(*COLUMNS, box=None)
            for kind in kinds(game):
                rounds = [(game, kind, number) for number in range(pairs // ROUND)]
                found = pool.starmap(play_round, rounds, chunksize=1)
                played = [*chain.from_iterable(found)]
                table.add_row(*describe(game, kind, played))
            console.print(table)


if __name__ == "__main__":
    main()
