"""Plays matches in containers, for the tests of what happens in them and of what they leave."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from arena.boxes.lines import play_task
from arena.boxes.task import Task
from arena.cli.bots import SAMPLES
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.entrant import open_entrant
from arena.match.plan import make_plan
from arena.v1 import record_pb2 as rec

RANDOM, FIRST, CAREFUL = (SAMPLES / name for name in ("random", "first", "careful"))


def plan_match(folders: Sequence[Path], bank: float = 5.0) -> Task:
    """Plan a short game of 6 nimmt! in containers."""
    game = find_game("six_nimmt")
    entrants = tuple(map(open_entrant, folders))
    control = TimeControl(bank=bank, increment=0.1)
    plan = make_plan(
        game,
        game.Options(),
        entrants,
        deals=1,
        rotations=1,
        control=control,
        box="container",
        seed=1,
    )
    return Task(plan, entrants)


def play(*folders: Path, bank: float = 5.0) -> rec.GameRecord:
    """Play one game and return its record."""
    record = asyncio.run(play_task(plan_match(folders, bank), lambda _: None))
    return record.games[0]


def write_bot(folder: Path, source: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text('name = "bot"\n')
    (folder / "bot.py").write_text(source)
    return folder


def forfeit_of(*folders: Path, bank: float = 5.0) -> rec.Forfeit:
    """Play one game and return its only forfeit."""
    (forfeit,) = play(*folders, bank=bank).forfeits
    return forfeit
