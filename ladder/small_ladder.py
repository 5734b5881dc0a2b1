"""A small ladder of the sample bots, for `make play` and `ladder serve --demo`."""

from collections.abc import Iterable

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from ladder.log.entries import ORGANISER, Entered
from ladder.log.versions import open_log
from ladder.matches import read_division
from ladder.store.opening import create_store
from ladder.store.store import Store
from ladder.submissions.files import pack_folder


def create_small_ladder(place: str, divisions: Iterable[str]) -> Store:
    """Make a ladder of short matches, which is to be closed."""
    return create_store(place, open_log(map(read_division, divisions), 10, "10+0.1"))


def add_samples(store: Store, names: Iterable[str]) -> None:
    """Add the sample bots that are not there yet; each passed its check at its release."""
    there = store.roster().versions
    for name in names:
        player, bot = f"{name}@1", open_bot(SAMPLES / name)
        if player not in there:
            entered = Entered(player, ORGANISER, bot.digest, tuple(bot.games))
            store.enter(entered, pack_folder(SAMPLES / name))
