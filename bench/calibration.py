"""What the official board makes of real games: do its chances come true, and how soon is it right?

    python -m bench.calibration [MATCHES [GAME ...]]

Twenty grades of the best sample bot of a game, each with more random moves, play matches of 40
games at tables of four, in this process. First the board is fitted on the first 60 matches, and its
chances are held against what happened in the games of all others, tenth by tenth. Then it is fitted
on matches that are drawn again, more and more a bot, and Kendall's tau says how far its order is
the true one: by the ranks of all games, as it is, and beside it by one rank a match, of the summed
scores, as it once was.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations
from math import inf, isfinite
from multiprocessing import Pool
from random import Random
from typing import Final, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import kendalltau

from arena.games.contract import competition_ranks
from bench.in_process import BEST, SEATS, Version, plan_games, rank_game
from ladder.matches import Player, Result
from ladder.ratings.official import fit

GRADES: Final = 20
PLAYERS: Final = tuple(f"grade{grade:02}@1" for grade in range(GRADES))
MATCHES: Final = 240
GAMES: Final = 40  # a match
FITTED: Final = 60
DRAWS: Final = 40
AIM: Final = 0.90
TOP: Final = 8
SIZES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24)
DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)


class Match(NamedTuple):
    """A match as both boards see it."""

    by_games: Result
    by_match: Result


def draw_tables(matches: int) -> list[tuple[int, ...]]:
    """Draw who plays: everybody once in each round of five matches."""
    rng = Random(1)
    tables: list[tuple[int, ...]] = []
    while len(tables) < matches:
        order = rng.sample(range(GRADES), GRADES)
        tables += [tuple(order[at : at + SEATS]) for at in range(0, GRADES, SEATS)]
    return tables[:matches]


def play_match(game: str, number: int, table: Sequence[int]) -> Match:
    """Play a match of 40 games, each with a deal and a seating of its own."""
    versions: list[Version] = [(BEST[game], grade / (GRADES - 1)) for grade in table]
    played = [rank_game(game, versions, one) for one in plan_games(game, number, GAMES)]
    players = tuple(PLAYERS[grade] for grade in table)
    scores = [sum(column) for column in zip(*(scores for _, scores in played), strict=True)]

    def result(*ranks: tuple[int, ...]) -> Result:
        return Result(number, number, 1, game, players, ranks, (), DAY)

    return Match(result(*(ranks for ranks, _ in played)), result(competition_ranks(scores)))


def calibrate(results: Sequence[Result]) -> list[tuple[float, float, int]]:
    """Return for each tenth the mean chance, how often it happened, and in how many games."""
    fitted = fit(results[:FITTED])
    found: defaultdict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for result in results[FITTED:]:
        for one, other in permutations(result.players, 2):
            chance = fitted.beats(one, other).value
            counts = result.against(one, other)
            happened = counts["ahead"] + counts["level"] / 2
            # The lower half is the mirror of the upper one.
            if chance >= 0.5:
                found[min(9, int(chance * 10))].append((chance, happened, len(result.ranks)))
    tenths = []
    for _, pairs in sorted(found.items()):
        chances, happened, games = np.array(pairs).T
        count = games.sum()
        tenths.append((float(chances @ games / count), float(happened.sum() / count), int(count)))
    return tenths


def agreement(results: Sequence[Result], players: Sequence[Player]) -> float:
    """Return Kendall's tau between the fitted order of these players and the true one."""
    fitted = fit(results)
    strengths = [fitted.strength(player).value for player in players]
    return float(kendalltau(strengths, range(len(players), 0, -1)).statistic)


def learn(rounds: Sequence[Sequence[Result]]) -> dict[int, tuple[float, float]]:
    """Return, by matches a bot, the mean tau over all players, and over the best eight."""
    rng = Random(2)
    found = {}
    for size in SIZES:
        taus = []
        for _ in range(DRAWS):
            drawn = [result for one in rng.sample(rounds, size) for result in one]
            taus.append((agreement(drawn, PLAYERS), agreement(drawn, PLAYERS[:TOP])))
        mean = np.mean(taus, axis=0)
        found[size] = float(mean[0]), float(mean[1])
    return found


def needed(taus: Sequence[float]) -> float:
    """Return the matches a bot until the aim, on a straight line between those looked at."""
    before, least = 0.0, 0.0
    for size, tau in zip(SIZES, taus, strict=True):
        if tau >= AIM:
            return before + (size - before) * (AIM - least) / (tau - least)
        before, least = size, tau
    return inf


def show(console: Console, game: str, matches: Sequence[Match]) -> None:
    """Print both tables of a game."""
    by_games = [match.by_games for match in matches]
    table = Table("predicted", "happened", "games", title=f"{game}, {len(matches)} matches")
    for predicted, happened, games in calibrate(by_games):
        table.add_row(f"{predicted:.3f}", f"{happened:.3f}", f"{games:,}")
    console.print(table)
    each = GRADES // SEATS
    sides = (by_games, [match.by_match for match in matches])
    learnt = [learn([side[at : at + each] for at in range(0, len(side), each)]) for side in sides]
    table = Table(
        "matches a bot", "by games", "one rank a match", f"best {TOP}", "one rank a match"
    )
    for size in SIZES:
        (one, top), (old, old_top) = (found[size] for found in learnt)
        table.add_row(str(size), f"{one:.3f}", f"{old:.3f}", f"{top:.3f}", f"{old_top:.3f}")
    console.print(table)
    for place, who in enumerate(("all", f"the best {TOP}")):
        new, old = (needed([found[size][place] for size in SIZES]) for found in learnt)
        ratio = f"{new / old:.2f}" if isfinite(old) else f"not by {SIZES[-1]}"
        console.print(f"tau {AIM} of {who}: {new:.1f} matches a bot for {old:.1f}, {ratio}")


def main() -> None:
    """Play and print."""
    count = int(sys.argv[1]) if sys.argv[1:] else MATCHES
    console = Console()
    with Pool(os.cpu_count()) as pool:
        for game in sys.argv[2:] or list(BEST):
            jobs = [(game, *numbered) for numbered in enumerate(draw_tables(count), 1)]
            show(console, game, pool.starmap(play_match, jobs, chunksize=1))


if __name__ == "__main__":
    main()
