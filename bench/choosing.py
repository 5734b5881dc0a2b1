"""What it costs to choose a match, beside the time to play one.

    python -m bench.choosing [bots [matches]]

A ladder of all four games, on which everybody has played some matches: each choice is followed by
what a season does for a result, which is to add the match to the history and to tell the field of
new ratings. Then a bot comes in, which makes the columns again, and a bot is held back.
"""

import sys
import time
from random import Random
from statistics import fmean, median
from typing import Final

from rich.console import Console

from arena.games import game_names
from ladder.matches import read_division
from ladder.matchmaking.endless import endless
from ladder.matchmaking.field import Field, FieldBot
from ladder.matchmaking.history import History
from ladder.ratings.live import ENVIRONMENT
from ladder.ratings.rating import Rating

BOTS: Final = 10_000
MATCHES: Final = 2_000
# The fastest matches that two cores play: 16 a minute.
PLAYING_MS: Final = 60_000 / 16


def make_field(bots: int, rng: Random) -> Field:
    divisions = tuple(map(read_division, game_names()))
    games = frozenset(division.game for division in divisions)
    field_bots = tuple(
        FieldBot(f"bot{number}@1", games, f"author{number // 3}") for number in range(bots)
    )
    ratings = {
        (one.player, game): Rating(rng.gauss(25, 8), 2) for one in field_bots for game in games
    }
    return Field(divisions, field_bots, ratings, ENVIRONMENT.beta, 40)


def choose(field: Field, history: History, rng: Random, matches: int) -> list[float]:
    """Choose this many matches, and return how many milliseconds each of them took."""
    taken = []
    for _ in range(matches):
        begin = time.perf_counter()
        pairing = endless(field, history, rng)
        assert pairing is not None
        history.add(pairing)
        for player in pairing.players:
            field.rate(player, pairing.division.game, Rating(rng.gauss(25, 8), 2))
        taken.append((time.perf_counter() - begin) * 1000)
    return taken


def main() -> None:
    """Measure and print."""
    bots = int(sys.argv[1]) if len(sys.argv) > 1 else BOTS
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else MATCHES
    rng = Random(1)
    field, history = make_field(bots, rng), History()
    console = Console(soft_wrap=True)
    first, *_ = choose(field, history, rng, 1)
    taken = choose(field, history, rng, matches)
    (held,) = choose(field.without([field.bots[0].player]), history, rng, 1)
    console.print(
        f"{bots:,} bots, {len(field.divisions)} games: {fmean(taken):.2f} ms a match (median"
        f" {median(taken):.2f}, worst {max(taken):.1f}), {fmean(taken) / PLAYING_MS:.2%} of the"
        f" {PLAYING_MS / 1000:.1f} s that playing takes. The first after a bot came in:"
        f" {first:.1f} ms; with a bot held back: {held:.1f} ms."
    )


if __name__ == "__main__":
    main()
