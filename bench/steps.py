"""By how much the steps of the same bot differ on two ladders with different fields.

    python -m bench.steps [LADDERS [GAME ...]]

Each ladder has the two cheap house bots of a game, the bot that is looked at, and a field. One
field is strong, the other weak. All bots are grades of the game's sample bot, which play at random
so often. Tables of four play matches of 40 games in this process, until each bot has 400. A row has
the mean steps on either ladder, their difference, the half width of the 95 % interval that boards
tell, and how often the difference is within the error of both.
"""

import sys
from collections.abc import Sequence
from math import hypot
from random import Random
from statistics import fmean
from typing import Final

from rich.console import Console
from rich.table import Table

from arena.games import game_names
from arena.match.steps import Steps
from bench.calibration import DAY, GAMES
from bench.in_process import BEST, SEATS, Version, plan_games, rank_game
from ladder.matches import Result
from ladder.ratings.official import fit
from ladder.ratings.scale import read_scale

LADDERS: Final = 4
# How often a bot plays at random: the house bots of 0 and 1, and the bot that is looked at.
RANDOM, SAMPLE, LOOKED_AT = 1.0, 0.0, 0.3
FIELDS: Final = ((0.02, 0.05, 0.1, 0.15, 0.2), (0.5, 0.6, 0.7, 0.8, 0.9))
EACH: Final = 400


def play_ladder(game: str, field: Sequence[float], seed: int) -> list[Result]:
    """Play until each of the bots has its games: everybody once in each round of two matches."""
    bots = (RANDOM, SAMPLE, LOOKED_AT, *field)
    rng, results = Random(seed), list[Result]()
    for _ in range(EACH // GAMES):
        order = rng.sample(bots, len(bots))
        for at in range(0, len(bots), SEATS):
            table = order[at : at + SEATS]
            number = len(results)
            versions: list[Version] = [(BEST[game], noise) for noise in table]
            deals = plan_games(game, seed * 1000 + number, GAMES)
            ranks = tuple(rank_game(game, versions, one)[0] for one in deals)
            results.append(Result(number, number, 1, game, (*map(str, table),), ranks, (), DAY))
    return results


def steps_on(game: str, field: Sequence[float], seed: int) -> Steps:
    """Return the steps of the bot that is looked at on a ladder of its own."""
    house, looked_at = {0: str(RANDOM), 1: str(SAMPLE)}, str(LOOKED_AT)
    scale = read_scale(fit(play_ladder(game, field, seed)), house, [looked_at])
    return scale.steps[looked_at]


def main() -> None:
    """Play and print."""
    ladders = int(sys.argv[1]) if sys.argv[1:] else LADDERS
    table = Table("game", "strong field", "weak field", "differ by", "told ±", "within", box=None)
    for game in sys.argv[2:] or game_names():
        pairs = [
            [steps_on(game, field, 2 * seed + which) for which, field in enumerate(FIELDS)]
            for seed in range(ladders)
        ]
        strong, weak = (fmean(one.value for one in side) for side in zip(*pairs, strict=True))
        told = fmean(one.margin for pair in pairs for one in pair)
        within = sum(
            abs(one.value - two.value) <= hypot(one.margin, two.margin) for one, two in pairs
        )
        cells = (f"{number:.2f}" for number in (strong, weak, weak - strong, told))
        table.add_row(game, *cells, f"{within} of {ladders}")
    Console().print(table)


if __name__ == "__main__":
    main()
