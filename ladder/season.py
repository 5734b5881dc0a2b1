"""A season: matches are chosen, played and put into the log, for as long as there are any.

What is planned is in the store before it is played, and leaves the queue in the same transaction in
which its result enters the log. So whatever is killed, and whenever: the next season begins with
what is still in the queue, and a match that was played twice counts once.
"""

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final, TypeAlias, TypeVar

from arena.boxes.recipe import read_recipe
from arena.boxes.runner import Event as RefereeEvent
from arena.boxes.runner import GamePlayed, MatchPlayed, MatchVoid
from arena.match.verdict import HostFailure, Unavailable
from arena.v1 import record_pb2 as rec
from ladder.executor import Executor, MatchTask
from ladder.failing import find_failing
from ladder.log import Entry
from ladder.matchmaking import Format
from ladder.present import make_match_plan, read_present
from ladder.store.failure import StoreFailure
from ladder.store.store import Planned, Store

ResultT = TypeVar("ResultT")

# How often a match may be void in one season before it waits for the next one, and after how many
# such matches in a row the machine is taken to be unable to play any.
MOST_VOIDS: Final = 3
MOST_PUT_OFF: Final = 3
# How long a database may be away before the season ends, in seconds.
PATIENCE: Final = 60.0
_POLL: Final = 0.5


@dataclass(frozen=True, slots=True)
class Begun:
    """A match is being played."""

    planned: Planned


@dataclass(frozen=True, slots=True)
class GameOver:
    """One game of a match is over."""

    match: int


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry went into the log: a result, or what follows from one."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Voided:
    """A match was void, by our fault; it is played again, now or in the next season."""

    match: int
    reason: str
    put_off: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The database does not answer; the season waits for it."""

    reason: str


Happening: TypeAlias = Begun | GameOver | Logged | Voided | Waiting


class Season:
    """Plays a ladder's matches. Only one runs on a ladder at a time."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        choose: Format,
        *,
        rng: Random,
        parallel: int,
        box: str,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._executor = executor
        self._choose = choose
        self._rng = rng
        self._parallel = parallel
        self._box = box
        self._now = now
        self._present = read_present(store)
        self._image = read_recipe().digest
        self._queue = store.queue()
        self._playing: dict[int, Planned] = {}
        self._put_off = 0
        self._begun = 0

    def run(self, most: int | None, may_plan: Callable[[], bool]) -> Generator[Happening]:
        """Play what is in the queue, and plan more as long as that is allowed and there is any.

        Ends after `most` matches, if that is said. HostFailure if this machine cannot play,
        StoreFailure if the database stays away. Nothing is lost then.
        """
        yield from self._drop_who_left()
        with self._executor:
            while True:
                yield from self._fill(most, may_plan)
                if not self._playing:
                    return
                for match, event in self._executor.wait(_POLL):
                    yield from self._take(match, event)

    # --- planning ---

    def _drop_who_left(self) -> Iterator[Happening]:
        """Cancel what was planned for players that do not play any more."""
        active = set(self._present.roster.active())
        for planned in list(self._queue):
            gone = [one.name for one in planned.plan.entrants if one.name not in active]
            if gone:
                self._queue.remove(planned)
                yield from self._log_cancelled(planned, f"{', '.join(gone)} plays no more")
            else:
                self._present.plan(planned.plan)

    def shortages(self) -> Iterator[str]:
        """Say in a sentence each what cannot be played, and why."""
        return self._present.field().shortages()

    def _fill(self, most: int | None, may_plan: Callable[[], bool]) -> Iterator[Happening]:
        """Have as many matches played at once as are allowed."""
        while len(self._playing) < self._parallel and (most is None or self._begun < most):
            planned = self._queue.pop(0) if self._queue else None
            if planned is None and may_plan():
                planned = yield from self._plan_another()
            if planned is None:
                return
            self._start(planned)
            self._begun += 1
            yield Begun(planned)

    def _plan_another(self) -> Generator[Happening, None, Planned | None]:
        pairing = self._choose(self._present.field(), self._present.history, self._rng)
        if pairing is None:
            return None
        plan = make_match_plan(self._present, pairing)
        planned = yield from self._insist(lambda: self._store.plan(plan))
        self._present.plan(plan)
        return planned

    def _start(self, planned: Planned) -> None:
        # As it is today: the season before this one may have had others.
        planned.plan.image = self._image
        planned.plan.box = self._box
        self._playing[planned.match] = planned
        plan = planned.plan.SerializeToString(deterministic=True)
        self._executor.start(MatchTask(planned.match, plan))

    # --- results ---

    def _take(self, match: int, event: RefereeEvent) -> Iterator[Happening]:
        match event:
            case GamePlayed():
                yield GameOver(match)
            case MatchVoid():
                yield from self._void(self._playing.pop(match), event)
            case MatchPlayed(record=record):
                del self._playing[match]
                self._put_off = 0
                yield from self._finish(match, record)

    def _finish(self, match: int, record: rec.Record) -> Iterator[Happening]:
        entry = yield from self._insist(lambda: self._store.finish(match, record))
        if entry is None:  # Another program has played it, too.
            return
        yield self._noted(entry)
        for benched in find_failing(self._store, self._present.roster, entry):
            (entry,) = yield from self._insist(partial(self._store.append, benched))
            yield self._noted(entry)

    def _void(self, planned: Planned, void: MatchVoid) -> Iterator[Happening]:
        if void.lasting:
            raise Unavailable(void.reason)
        voids = planned.voids + 1
        yield from self._insist(lambda: self._store.void(planned.match, void.reason))
        put_off = voids % MOST_VOIDS == 0
        yield Voided(planned.match, void.reason, put_off)
        if not put_off:
            self._queue.append(replace(planned, voids=voids, reason=void.reason))
            return
        self._put_off += 1
        if self._put_off >= MOST_PUT_OFF:
            raise HostFailure(void.reason)

    def _log_cancelled(self, planned: Planned, reason: str) -> Iterator[Happening]:
        entry = yield from self._insist(lambda: self._store.cancel(planned.match, reason))
        if entry is not None:
            yield self._noted(entry)

    def _noted(self, entry: Entry) -> Logged:
        self._present.take(entry)
        return Logged(entry)

    def _insist(self, act: Callable[[], ResultT]) -> Generator[Happening, None, ResultT]:
        """Do something with the database, again and again if it is away for a while.

        Each thing that is done may be done twice: a result counts once.
        """
        end = self._now() + PATIENCE
        while True:
            try:
                return act()
            except StoreFailure as failure:
                if self._now() > end:
                    raise
                yield Waiting(str(failure))
                time.sleep(_POLL)
