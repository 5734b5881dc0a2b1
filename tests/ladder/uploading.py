"""Uploads for tests: a ladder of short games, and bots whose check takes seconds."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

from arena.bots.samples import SAMPLES
from ladder.log.entries import Joined
from ladder.matches import read_division
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.store.uploads import Uploads
from ladder.submissions.files import pack_folder
from ladder.wire import UploadDetails
from tests.ladder.ladders import make_ladder
from tests.waiting import wait_until

GOATS = read_division("goat_n_goat")
AUTHORS = ("ada", "bert", "carl")


def open_ladder(place: Path | str, *names: str) -> Store:
    """Make a ladder of a game of two, with authors and with bots of the organiser's.

    Its clock is one on which a bot can wait at a gate.
    """
    store = make_ladder(place, *names, divisions=(GOATS,), clock="1000+1")
    store.append(*map(Joined, AUTHORS))
    return store


def write_goat(folder: Path, name: str, source: str | None = None) -> Path:
    """Write a bot that plays goats alone, like the sample `first` if its program is not given."""
    copytree(SAMPLES / "first", folder)
    (folder / "bot.toml").write_text(f'name = "{name}"\ngames = ["goat_n_goat"]\n')
    if source is not None:
        (folder / "bot.py").write_text(source)
    return folder


def pack_goat(folder: Path, name: str, source: str | None = None) -> bytes:
    return pack_folder(write_goat(folder / f"files-of-{name}", name, source))


def read_story(place: Path | str, number: int) -> UploadDetails:
    with open_store(str(place)) as store:
        story = Uploads(store.connections).story(number)
    assert story is not None
    return story


def wait_for_story(
    place: Path | str, number: int, wanted: Callable[[UploadDetails], bool]
) -> UploadDetails:
    """Wait until an upload is as it is wanted."""
    with open_store(str(place)) as store:

        def look() -> UploadDetails | None:
            story = Uploads(store.connections).story(number)
            return story if story and wanted(story) else None

        found = wait_until(look)
    assert found is not None
    return found
