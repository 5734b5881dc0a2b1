"""Makes ratings and counts again where they are missing: after a ruling, an import, an upgrade.

It goes on from the first result that lacks them, some hundred at a time, each batch a transaction.
So others read and write meanwhile, and one that is killed leaves the rest to the next. What it
comes to is the fold of the log, bit for bit, by what counts now.
"""

import multiprocessing
import os
from contextlib import suppress
from itertools import islice
from typing import Final, Self

from arena.errors import HostFailure, UserError
from arena.runner.child import become_child, start_child
from ladder.log import result_of
from ladder.ratings.live import LIVE_MODEL, updates
from ladder.store.derived import replace_ratings
from ladder.store.opening import open_store
from ladder.store.store import Ladder, Store

BATCH: Final = 500
"""To rate as many takes about a second."""
# Not forked: a season and a server have threads.
_CONTEXT: Final = multiprocessing.get_context("spawn")
_STOP_SECONDS: Final = 5


def rate_rest(store: Store) -> None:
    """Have all results rated and counted, those too that come in meanwhile."""
    while _rate_batch(store):
        pass


def _rate_batch(store: Store) -> bool:
    """Rate the next results; False if there are none."""
    derived, roster = store.derived(), store.roster()
    after = derived.rated_by(LIVE_MODEL)
    entries = list(islice(store.entries(after, kinds=["played"]), BATCH))
    if not entries:
        return False
    seasons = {entry.played.season for entry in entries}
    games = [division.game for division in store.opened().divisions]
    states = {season: store.ratings(season, games, last=after) for season in seasons}
    results = roster.counted(map(result_of, entries))
    steps = [step for result in results for step in updates(states[result.season], [result])]
    with store.connections.writing() as here:
        replace_ratings(here.connection, derived, entries, steps, known=roster.number)
    return True


class Rater:
    """A process that makes ratings again, beside a season or a server. To be used as a context."""

    process: multiprocessing.process.BaseProcess | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.join(_STOP_SECONDS)

    def tend(self, ladder: Ladder) -> bool:
        """Have what is missing be made, unless that goes on; say whether that has just ended."""
        if self.process is not None and self.process.is_alive():
            return False
        ended, self.process = self.process is not None, None
        if not ladder.is_rated():
            url = ladder.connections.url
            is_file = url.get_backend_name() == "sqlite"
            place = url.database if is_file else url.render_as_string(hide_password=False)
            self.process = _CONTEXT.Process(target=_rate_beside, args=(place,), daemon=True)
            start_child(self.process)
        return ended


def _rate_beside(place: str) -> None:
    become_child()
    # Ctrl-C is for the process that started it, which ends this.
    os.setpgid(0, 0)
    # Where the database is away it is tried again later.
    with suppress(UserError, HostFailure, KeyboardInterrupt), open_store(place) as store:
        rate_rest(store)
