"""How many games a bot plays until the ladder's order is right: our matchmaking, random, closest.

    python -m bench.matchmaking [repetitions [game]]

Seasons of bots with known strengths, at the luck of our real games (see `bench.luck`). What a bot
shows in a game is its strength and Gaussian luck. All else is as on a real ladder: the live board
rates a match before the next one is made. Right is its order when Kendall's tau to the true one
first passes an aim, looked at whenever each bot has played once more.
"""

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations
from multiprocessing import Pool
from random import Random
from statistics import NormalDist, median, quantiles
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table
from scipy.stats import kendalltau

from arena.games import find_game
from arena.games.contract import competition_ranks
from bench.in_process import BEST, SEATS
from bench.luck import measure_luck
from ladder.matches import Division, Player, Result
from ladder.matchmaking.endless import endless
from ladder.matchmaking.field import Field, FieldBot
from ladder.matchmaking.formats import Format
from ladder.matchmaking.grouping import gather, pair
from ladder.matchmaking.history import History
from ladder.matchmaking.pairing import Pairing
from ladder.ratings.live import ENVIRONMENT, update
from ladder.ratings.rating import Rating

REPETITIONS: Final = 20
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
PLAYERS: Final = tuple(f"bot{number}@1" for number in range(40))
GAMES: Final = 24  # a match
NUMBERS_OF_SEATS: Final = (3, 4, 5)  # which all games have
REAL_GAMES: Final = 1000
AIMS: Final = (0.90, 0.95)
MOST: Final = 500  # matches a bot; who is not there by then counts as there
BOOTSTRAPS: Final = 2000
LEGEND: Final = f"""\
Medians of seasons of {len(PLAYERS)} bots, with 95 % intervals; matches of {GAMES} games.
ahead: the most matches that one bot was ahead of another.
seats: of the worst bot, matches with its commonest number of seats by those with its rarest.
unmet: the share of all pairs that never met."""


def at_random(field: Field, history: History, rng: Random) -> Pairing:
    """Anyone who has played least, with others who have."""
    return _simply(field, history, rng, nearness=0)


def closest(field: Field, history: History, rng: Random) -> Pairing:
    """Anyone who has played least, with those whose means are nearest."""
    return _simply(field, history, rng, nearness=1)


def _simply(field: Field, history: History, rng: Random, nearness: float) -> Pairing:
    (division,) = field.divisions
    first = min(PLAYERS, key=lambda player: (history.matches(player, division), rng.random()))
    own = field.mean(first, division)

    def order(player: Player, _group: Sequence[Player]) -> tuple[float, ...]:
        away = abs(field.mean(player, division) - own)
        return nearness * away, (1 - nearness) * history.matches(player, division), rng.random()

    # So that a bot plays as often with any number of seats, as on a real ladder. If all were as
    # likely it would play most where seats are many, and there a game tells more.
    seats = rng.choices(division.seats, [1 / number for number in division.seats])[0]
    group = gather(field, [first], PLAYERS, seats, order)
    return pair(field, division, group)


MAKERS: Final[dict[str, Format]] = {"ours": endless, "random": at_random, "closest": closest}


class SimulatedSeason(NamedTuple):
    """What came of one."""

    games: tuple[float, ...]
    """A bot's, until each aim."""
    ahead: int
    """The most matches that one bot was ahead of another, at any time."""
    numbers: float
    """Of one bot, the matches with its commonest number of seats by those with the rarest."""
    opponents: float
    """The share of all pairs that never met."""


def play(game: str, ratio: float, maker: str, seed: int) -> SimulatedSeason:
    """Play a season in which skill and luck have this ratio in one game."""
    rng = Random(f"{game} {maker} {seed}")
    strength = dict(zip(PLAYERS, strengths(ratio), strict=True))
    ratings = {(player, game): Rating() for player in PLAYERS}
    division = Division(game, {}, NUMBERS_OF_SEATS)
    field_bots = tuple(FieldBot(player, frozenset({game})) for player in PLAYERS)
    field, history = Field((division,), field_bots, ratings, ENVIRONMENT.beta, GAMES), History()
    games: list[float] = []
    ahead, played_each = 0, 0.0
    for number in range(1, MOST * len(PLAYERS) // SEATS + 1):
        pairing = MAKERS[maker](field, history, rng)
        assert pairing is not None
        history.add(pairing)
        played_each += pairing.games / len(PLAYERS)
        games_played = tuple(
            show(rng, [strength[player] for player in pairing.players])
            for _ in range(pairing.games)
        )
        result = Result(number, number, 1, game, pairing.players, games_played, (), START)
        after = update(ratings, result).after
        ratings.update(after)
        for (player, _), rating in after.items():
            field.rate(player, game, rating)
        if number % (len(PLAYERS) // SEATS) == 0:
            played = [history.matches(player, division) for player in PLAYERS]
            ahead = max(ahead, max(played) - min(played))
            means = [ratings[player, game].mean for player in PLAYERS]
            tau = kendalltau(means, list(strength.values())).statistic
            games += [played_each] * sum(tau >= aim for aim in AIMS[len(games) :])
            if len(games) == len(AIMS):
                break
    games += [played_each] * (len(AIMS) - len(games))
    return SimulatedSeason(
        tuple(games), ahead, numbers_of(history, division), unmet(history, division)
    )


def show(rng: Random, strengths: Sequence[float]) -> tuple[int, ...]:
    """Return the ranks of a game."""
    return competition_ranks([strength + rng.gauss(0, 1) for strength in strengths])


def strengths(deviation: float) -> list[float]:
    """Return Gaussian strengths, the same ones in all seasons: at the quantiles."""
    normal, count = NormalDist(0, deviation), len(PLAYERS)
    return [normal.inv_cdf((number + 0.5) / count) for number in range(count)]


def numbers_of(history: History, division: Division) -> float:
    """Return the worst balance over the numbers of seats of any bot."""
    worst = 1.0
    for player in PLAYERS:
        played = [history.matches(player, division, seats) for seats in division.seats]
        worst = max(worst, max(played) / max(1, min(played)))
    return worst


def unmet(history: History, division: Division) -> float:
    pairs = list(combinations(PLAYERS, 2))
    return sum(not history.meetings(*pair, division) for pair in pairs) / len(pairs)


def interval(samples: Sequence[Sequence[float]]) -> str:
    """Return the median of one sample, or the ratio of two medians, with its bootstrap interval."""
    rng = Random(1)

    def figure(drawn: Sequence[Sequence[float]]) -> float:
        one, *other = map(median, drawn)
        return one / other[0] if other else one

    again = [
        figure([rng.choices(sample, k=len(sample)) for sample in samples])
        for _ in range(BOOTSTRAPS)
    ]
    cuts = quantiles(again, n=40)
    form = ",.0f" if len(samples) == 1 else ".2f"
    return f"{figure(samples):{form}} \\[{cuts[0]:{form}}, {cuts[-1]:{form}}]"


def main() -> None:
    """Measure and print."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS
    games = sys.argv[2:] or list(BEST)
    measured = [(game, REAL_GAMES) for game in games]
    with Pool(os.cpu_count()) as pool:
        lucks = dict(zip(games, pool.starmap(measure_luck, measured, chunksize=1), strict=True))
        jobs = [
            (game, luck.ratio, maker, seed)
            for game, luck in lucks.items()
            for maker in MAKERS
            for seed in range(repetitions)
        ]
        seasons = dict(zip(jobs, pool.starmap(play, jobs, chunksize=1), strict=True))
    heads = [f"games to {aim:.2f} | / random" for aim in AIMS]
    table = Table("game", "skill / luck", "matches", *heads, "ahead", "seats", "unmet")
    for game, luck in lucks.items():
        found = {
            maker: [seasons[game, luck.ratio, maker, seed] for seed in range(repetitions)]
            for maker in MAKERS
        }
        for maker, played in found.items():
            cells = []
            for aim in range(len(AIMS)):
                own, theirs = ([s.games[aim] for s in found[name]] for name in (maker, "random"))
                cells.append(f"{interval([own])} | {interval([own, theirs])}")
            balance = (
                f"{max(season.ahead for season in played)}",
                f"{median(season.numbers for season in played):.2f}",
                f"{median(season.opponents for season in played):.2f}",
            )
            table.add_row(find_game(game).title, f"{luck.ratio:.2f}", maker, *cells, *balance)
    console = Console(width=150)
    console.print(table)
    console.print(LEGEND)


if __name__ == "__main__":
    main()
