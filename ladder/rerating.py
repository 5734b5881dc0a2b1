"""Makes ratings and counts again where they are missing: after a ruling, an import, an upgrade.

It goes on from the first result that lacks them, some hundred at a time, each batch a transaction.
So others read and write meanwhile, and one that is killed leaves the rest to the next. The outcome
is the fold of the log, bit for bit, by the present rulings.
"""

import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, Self

from arena.errors import HostFailure, UserError
from arena.runner.child import Beside, Unanswered
from ladder.log.entries import result_of
from ladder.ratings.live import LIVE_MODEL, updates
from ladder.store.database import Away, StoreFailure
from ladder.store.derived import Derived, replace_ratings
from ladder.store.locks import Lock, find_lock
from ladder.store.opening import open_store
from ladder.store.store import Ladder, Store

BATCH: Final = 500
"""To rate as many takes about a second."""
_PAUSE: Final = 0.5


def rate_rest(store: Store) -> None:
    """Have all results rated and counted, those too that come in meanwhile."""
    while _rate_batch(store):
        pass


def _rate_batch(store: Store) -> bool:
    """Rate the next results; False if there are none."""
    derived, roster = store.setting(Derived()), store.roster()
    after = derived.rated_by(LIVE_MODEL)
    entries = list(islice(store.entries(after, kinds=["played"]), BATCH))
    if not entries:
        return False
    seasons = {entry.played.season for entry in entries}
    games = store.opened().games
    states = {season: store.ratings(season, games, last=after) for season in seasons}
    results = roster.counted(map(result_of, entries))
    steps = [step for result in results for step in updates(states[result.season], [result])]
    with store.writing() as transaction:
        replace_ratings(transaction.connection, derived, entries, steps, known=roster.number)
    return True


def rate_here(store: Store) -> bool:
    """Have all results rated, unless a season or a server does that; say whether they are."""
    with find_lock(store.connections.url, "rating") as lock:
        if lock.take():
            return False
        rate_rest(store)
        return True


@dataclass(eq=False)
class Rater:
    """Makes ratings again in a process, beside a season or a server. To be used as a context.

    Only one of a ladder's raters does it.
    """

    ladder: Ladder
    pause: float = _PAUSE
    _next_look: float = 0.0
    _failure: str = ""
    _lock: Lock | None = None

    def __post_init__(self) -> None:
        self._beside = Beside(_rate_beside)
        self._locked = ExitStack()

    def __enter__(self) -> Self:
        self._take_lock()
        return self

    def __exit__(self, *_: object) -> None:
        self._beside.end()
        self._locked.close()

    def tend(self) -> None:
        """Have what is missing be made, unless that goes on. The ladder is asked now and then.

        HostFailure if it cannot be made.
        """
        if self._beside.is_busy and self._beside.has_answer():
            self._end()
        if self._failure:
            raise HostFailure(f"live ratings cannot be made again: {self._failure}")
        now = time.monotonic()
        if now < self._next_look or self._beside.is_busy:
            return
        self._next_look = now + self.pause
        if not self.ladder.is_rated() and self._take_lock():
            url = self.ladder.connections.url
            is_file = url.get_backend_name() == "sqlite"
            self._beside.ask(url.database if is_file else url.render_as_string(hide_password=False))

    def _end(self) -> None:
        try:
            self._beside.answer()
        except HostFailure as failure:
            # One that was killed is followed by another; a bug is met again.
            if not isinstance(failure, Unanswered) or failure.code == 1:
                self._failure = str(failure)
        self._beside.end()

    def _take_lock(self) -> bool:
        """Be the one that makes ratings of this ladder; False if another program is."""
        try:
            url = self.ladder.connections.url
            self._lock = self._lock or self._locked.enter_context(find_lock(url, "rating"))
            return not self._lock.take()
        except StoreFailure:
            # A server that was started again has forgotten it.
            self._locked.close()
            self._lock = None
            return False


def _rate_beside(place: str) -> None:
    # If the database is away it is tried again later.
    with suppress(UserError, Away), open_store(place) as store:
        rate_rest(store)
