"""How often two copies of a bot seem to differ, and how wide the interval between two bots is.

    python -m bench.twins [matches] [game ...]

Copies of a sample bot sit beside two others at tables of four. Anyone who says "p < 0.05" of copies
raises a false alarm; of a true test these are at most 5 of 100. So are tables of copies alone, in
which some row of `arena play` says so. Beside it stands what matches were like before every game
had a deal and a seating of its own: 10 deals, each played from every seat with the same neighbours,
and Student's t over deals. Everything is played in this process, with bots that search in one
imagined deal: a twelfth of the time, and hardly worse.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from statistics import fmean
from typing import Final, TypeAlias

from rich.console import Console
from rich.table import Table

from arena.games import find_game, game_names
from arena.match.plan import ScheduledGame
from arena.match.statistics import Comparison, Tally, compare_all
from bench.in_process import BEST, SEATS, Version, plan_games, play_game, rotate

GAMES: Final = 40
# A near-twin of a bot plays at random as often as this.
NOISE: Final = 0.1

Schedule: TypeAlias = Callable[[str, int, int], list[ScheduledGame]]


def rotated(game: str, number: int, games: int) -> list[ScheduledGame]:
    """Return the games of a match as they once were."""
    return rotate(plan_games(game, number, games))


def play_match(
    game: str, versions: Sequence[Version], schedule: Schedule, games: int, number: int
) -> Comparison:
    """Compare the first two of four bots over one match."""
    scores = [play_game(game, versions, one) for one in schedule(game, number, games)]
    if schedule is rotated:
        scores = [list(map(fmean, zip(*deal, strict=True))) for deal in _batches(scores)]
    columns = list(zip(*scores, strict=True))
    (found,) = compare_all([Tally(str(bot), str(bot), 1, list(columns[bot])) for bot in (0, 1)])
    return found


def _batches(scores: list[list[float]]) -> Iterator[list[list[float]]]:
    for first in range(0, len(scores), SEATS):
        yield scores[first : first + SEATS]


def tables(game: str) -> Iterator[list[Version]]:
    """Return tables with two copies of one sample bot and one each of two others."""
    for copied, *others in (
        (BEST[game], "random", "first"),
        ("random", BEST[game], "first"),
        ("first", BEST[game], "random"),
    ):
        yield [(name, 0.0) for name in (copied, copied, *others)]


def count_alarms(
    pool: ProcessPoolExecutor,
    game: str,
    versions: Sequence[Version],
    schedule: Schedule,
    matches: int,
) -> int:
    """Return in how many matches two copies seem to differ."""
    play = partial(play_match, game, versions, schedule, GAMES)
    return sum(found.shown for found in pool.map(play, range(matches), chunksize=4))


def has_a_row(game: str, seats: int, number: int) -> bool:
    """Say whether some bot of a table of copies seems to be behind the first of them."""
    games = plan_games(game, number, GAMES, seats)
    scores = [play_game(game, [(BEST[game], NOISE)] * seats, one) for one in games]
    bots = [
        Tally(str(bot), str(bot), 1, list(own)) for bot, own in enumerate(zip(*scores, strict=True))
    ]
    bots.sort(key=lambda bot: -bot.score)
    return any(pair.shown for pair in compare_all(bots)[: seats - 1])


def count_rows(pool: ProcessPoolExecutor, game: str, seats: int, matches: int) -> int:
    """Return at how many tables of copies the table of `arena play` has a row with p < .05."""
    return sum(pool.map(partial(has_a_row, game, seats), range(matches), chunksize=4))


def measure_width(
    pool: ProcessPoolExecutor, game: str, versions: Sequence[Version], schedule: Schedule
) -> float:
    """Return the mean half width of the interval after 100 games, over 20 matches."""
    play = partial(play_match, game, versions, schedule, 100)
    return fmean(found.difference.margin or 0.0 for found in pool.map(play, range(20)))


def main() -> None:
    """Print the tables."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    games = sys.argv[2:] or game_names()
    console = Console()
    alarms = Table("game", "two copies of", "of 100 matches: now", "before", box=None)
    widths = Table("game", "half width after 100 games", "now", "before", box=None)
    rows = Table("game", "copies at a table", "of 100 tables some row says p < .05", box=None)
    with ProcessPoolExecutor() as pool:
        for game, seats in [(one, seats) for one in games for seats in find_game(one).seats]:
            found_rows = count_rows(pool, game, seats, matches) * 100 / matches
            rows.add_row(game, str(seats), f"{found_rows:.1f}")
        for game, versions in [(one, table) for one in games for table in tables(one)]:
            found = [
                count_alarms(pool, game, versions, schedule, number) * 100 / number
                for schedule, number in ((plan_games, matches), (rotated, max(1, matches // 4)))
            ]
            alarms.add_row(game, versions[0][0], *(f"{share:.1f}" for share in found))
        for game, (what, noise) in product(games, [("two bots", 1.0), ("near-twins", NOISE)]):
            others: list[Version] = [("random", 0.0), ("first", 0.0)]
            pair: list[Version] = [(BEST[game], 0.0), (BEST[game], noise), *others]
            sizes = [measure_width(pool, game, pair, one) for one in (plan_games, rotated)]
            widths.add_row(game, what, *(f"{size:.2f}" for size in sizes))
    console.print(rows)
    console.print(alarms)
    console.print(widths)


if __name__ == "__main__":
    main()
