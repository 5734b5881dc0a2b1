"""Boxes of this machine for a measurement, and bots that were taken in for one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp

from arena.bots.finding import BotSource
from arena.bots.intake import TakenBot, take_in
from arena.boxes.box import Box
from arena.runner.host import Host


def taken(folder: Path, name: str | None = None) -> TakenBot:
    """Take in a bot, for as long as the machine keeps its temporary files."""
    return take_in(BotSource(folder, name), Path(mkdtemp(prefix="bench-")))


@asynccontextmanager
async def open_boxes(
    kind: str, bot: TakenBot, number: int = 1
) -> AsyncIterator[list[tuple[Box, Path]]]:
    """Give this many boxes for a bot, each with the folder of its seat."""
    with Host(kind) as host:
        async with host.claim(number) as boxes:
            yield [boxes.open(bot) for _ in range(number)]
