"""What a bot hears in the time between its questions of what the others hold.

    python -m bench.gaps [GAMES] [BOX]

In Big Fish with three seats a bot notes the time from its answer to its next question. Held
against it is how many lays the others have with what they hold, less what they have with hands
drawn again from all that the bot has not seen: what is public is taken out so, and by regression.
Printed are the rank correlation, its z, and the bits a game that somebody learns at most by it.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from math import log2, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import spearmanr

from arena.bots.samples import SAMPLES
from arena.games import find_game
from arena.games.big_fish.cards import Lays
from arena.match.clock import TimeControl
from arena.match.plan import make_plan
from arena.match.replay import Replay, open_replays
from arena.runner.host import Host
from arena.runner.referee_process import MatchPlayed, run_matches
from arena.runner.task import Task
from bench.boxes import taken

GAMES, DRAWS, GAMES_A_MATCH = 300, 8, 50
PLAYED = "big_fish"
LISTENER = """import time
from arena_sdk import Bot, run
class Listener(Bot):
    answered = 0.0
    def choose(self, turn):
        print(f"gap {1e6 * (time.perf_counter() - self.answered):.0f}", flush=True)
        chosen = turn.legal[-1]
        self.answered = time.perf_counter()
        return chosen
run(Listener)
"""
Heard = tuple[float, float, float]
"""A gap, how many lays the others had, and how many were expected."""


def hear(replay: Replay, gaps: Iterator[float], rng: Random) -> Iterator[Heard]:
    """Yield what was heard from each question of the first bot to its next one."""
    own, game = replay.scheduled.seating.index(0), replay.game
    before: tuple[float, float] | None = None
    for state, entry in replay.moves():
        if entry.seat == own:
            gap = next(gaps)
            if before is not None:
                yield gap, *before
            draw = game.imaginer(game.view(state, own))
            drawn = fmean(count_lays(draw(rng), own) for _ in range(DRAWS))
            before = count_lays(state, own), drawn


def count_lays(state: Any, own: int) -> int:
    """Return how many lays the others have with what they hold."""
    others = (hand for seat, hand in enumerate(state.hands) if seat != own)
    return sum(len(Lays(state.rows, hand)) for hand in others)


def listen(folder: Path, name: str, games: int, box: str) -> tuple[list[Heard], int]:
    """Return what was heard in games, and how many were played."""
    place = folder / name
    place.mkdir()
    (place / "bot.toml").write_text('name = "listener"\n')
    (place / "bot.py").write_text(LISTENER)
    bots = [taken(place), taken(SAMPLES / "random"), taken(SAMPLES / "random")]
    game, heard, played, rng = find_game(name), list[Heard](), 0, Random(1)
    while played < games:
        planned = make_plan(
            game, game.Options(), bots, games=GAMES_A_MATCH, control=TimeControl(), box=box
        )
        for _, event in run_matches(Host(box), [Task(planned, tuple(bots))], 1):
            if isinstance(event, MatchPlayed):
                gaps = iter(map(float, re.findall(r"gap (\d+)", event.logs[0])))
                for replay in open_replays(event.record):
                    heard += hear(replay, gaps, rng)
                    played += 1
    return heard, played


def describe(heard: list[Heard], games: int) -> list[str]:
    """Return the figures: the questions, the correlation, z, and bits a game."""
    gaps, there, expected = map(np.array, zip(*heard, strict=True))
    hidden = there - expected
    # What is public of it is known anyway.
    slope, start = np.polyfit(expected, gaps, 1)
    found = float(spearmanr(gaps - slope * expected - start, hidden).statistic)
    bits = -log2(1 - found**2) / 2 * len(gaps) / games
    return [
        str(len(gaps)),
        f"{found:+.3f}",
        f"{found * sqrt(len(gaps) - 1):+.1f}",
        f"{bits:.2f}",
    ]


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if sys.argv[1:] else GAMES
    box = sys.argv[2] if sys.argv[2:] else "container"
    table = Table("game", "questions", "rank correlation", "z", "bits a game, at most", box=None)
    with tempfile.TemporaryDirectory() as folder:
        table.add_row(PLAYED, *describe(*listen(Path(folder), PLAYED, games, box)))
    Console(soft_wrap=True).print(f"in {box} boxes, beside two of random", table)


if __name__ == "__main__":
    main()
