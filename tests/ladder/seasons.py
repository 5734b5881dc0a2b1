"""Ladders whose seasons play real matches, and what such a season does at the moment."""

from pathlib import Path

from arena.bots.samples import SAMPLES
from arena.boxes.host.process_tree import descendants
from ladder.matches import Division
from tests.bots.writing import choosing, write_bot
from tests.ladder.ladders import enter_files
from tests.ladder.scripted import PAIRS, make_ladder
from tests.programs import Forked

ENDLESS_GAME = Division("six_nimmt", {"limit": "1000", "rounds": "100"}, (2,))


def make_sample_ladder(folder: Path) -> Path:
    """Make a ladder of short matches between two of our samples; its store is closed."""
    with make_ladder(folder, divisions=[PAIRS]) as store:
        for name in ("first", "random"):
            enter_files(store, name, SAMPLES / name)
    return folder / "ladder.db"


def make_endless_ladder(folder: Path) -> Path:
    """Make a ladder on which no match ends while a test looks on."""
    sleeper = write_bot(folder / "sleeper", choosing("import time; time.sleep(600)"))
    with make_ladder(folder, divisions=[ENDLESS_GAME]) as store:
        for name in ("one", "other"):
            enter_files(store, name, sleeper)
    return folder / "ladder.db"


def plays(season: Forked, matches: int) -> bool:
    """Say whether this many matches have both of their bots running."""
    assert season.poll() is None, season.communicate()[0]
    # Of each match a referee, two supervisors and two bots.
    return sum(1 for _ in descendants(season.pid)) >= 5 * matches
