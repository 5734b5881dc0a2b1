"""Bots that were taken in, as a match takes them, for as long as the tests' process lasts."""

from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final

from arena.bots.finding import BotSource
from arena.bots.intake import TakenBot, take_in

_PLACE: Final = TemporaryDirectory(prefix="taken-")


def taken(folder: Path, name: str | None = None) -> TakenBot:
    """Take in the bot of a folder, as it is now."""
    return take_in(BotSource(folder, name), Path(mkdtemp(dir=_PLACE.name)))
