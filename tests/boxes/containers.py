"""Plays matches in containers, for the tests of what happens in them and of what they leave."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from arena.bots.samples import SAMPLES
from arena.boxes.box import Box
from arena.boxes.supervision.bot_log import BotLog
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.plan import make_plan, scheduled_games
from arena.runner.host import Host
from arena.runner.play import play_in
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from tests.bots.taking import taken
from tests.match.playing import seed_of

RANDOM, FIRST, CAREFUL = (SAMPLES / name for name in ("random", "first", "careful"))
# No match here is about how long a program may take to start: on an emulated machine 17 s and more.
_START: Final = 300.0


def plan_match(
    folders: Sequence[Path], control: TimeControl | None = None, box: str = "container"
) -> Task:
    """Plan one round of 6 nimmt!, in containers if nothing else is said; a seat a folder."""
    game = find_game("six_nimmt")
    bots = tuple(map(taken, folders))
    plans = (
        make_plan(
            game,
            game.Options(limit=None, rounds=1),
            bots,
            games=1,
            control=replace(control or TimeControl(bank=5), start=_START),
            box=box,
            seed=seed_of(number),
        )
        for number in count()
    )
    seated = tuple(range(len(folders)))
    return Task(next(plan for plan in plans if scheduled_games(plan)[0].seating == seated), bots)


async def play_task(
    task: Task, on_game: Callable[[rec.GameRecord], None], logs: Sequence[BotLog] = ()
) -> rec.Record:
    """Play a match on a host of its own and return its record."""
    with Host(task.plan.box, task.plan.allow_missing) as host:
        return await play_in(host, task, on_game, logs)


def play(
    *folders: Path, control: TimeControl | None = None, box: str = "container"
) -> rec.GameRecord:
    """Play one game and return its record."""
    record = asyncio.run(play_task(plan_match(folders, control, box), lambda _: None))
    return record.games[0]


def forfeit_of(
    *folders: Path, control: TimeControl | None = None, box: str = "container"
) -> rec.Forfeit:
    """Play one game and return its only forfeit."""
    forfeits = play(*folders, control=control, box=box).forfeits
    assert len(forfeits) == 1, forfeits
    return forfeits[0]


@asynccontextmanager
async def open_box(kind: str, folder: Path) -> AsyncIterator[tuple[Box, Path]]:
    """Give a box for the bot of a folder, and the folder of its seat."""
    with Host(kind) as host:
        async with host.claim(1) as boxes:
            yield boxes.open(taken(folder))
