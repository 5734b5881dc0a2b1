"""A season: matches are chosen, played and put into the log, for as long as there are any.

What is planned is in the store before it is played, and leaves the queue in the same transaction in
which its result enters the log. So whatever is killed, and whenever: the next season begins with
what is still in the queue, and a match that was played twice counts once.
"""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final, TypeVar

from arena.boxes.recipe import read_recipe
from arena.boxes.runner import Event as RefereeEvent
from arena.boxes.runner import GamePlayed, MatchPlayed, MatchVoid
from arena.match.plan import check_plan
from arena.match.verdict import HostFailure, Unavailable
from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec
from ladder.executor import Executor, MatchTask
from ladder.failing import find_failing
from ladder.happening import Begun, GameOver, Happening, Logged, Voided, Waiting
from ladder.matchmaking import Format
from ladder.present import make_match_plan, read_present
from ladder.result import Player
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
        lacking: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._executor = executor
        self._choose = choose
        self._rng = rng
        self._parallel = parallel
        self._box = box
        self._lacking = lacking
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
        """Cancel what was planned for players that do not play any more, or cannot be played."""
        for planned in list(self._queue):
            obstacle = self._obstacle(planned.plan)
            if obstacle:
                self._queue.remove(planned)
                yield from self._cancel(planned, obstacle)
            else:
                self._present.plan(planned.plan)

    def _obstacle(self, plan: rec.Plan) -> str:
        """Say why a match that is in the queue will not be played; empty if it will."""
        active = set(self._present.roster.active())
        gone = [one.name for one in plan.entrants if one.name not in active]
        if gone:
            return f"{', '.join(gone)} {'plays' if len(gone) == 1 else 'play'} no more"
        try:
            check_plan(plan)
        except Mistake as mistake:
            return str(mistake).rstrip(".")
        return ""

    def shortages(self) -> Iterator[str]:
        """Say in a sentence each what cannot be played, and why."""
        return self._present.shortages()

    def _fill(self, most: int | None, may_plan: Callable[[], bool]) -> Iterator[Happening]:
        """Have as many matches played at once as are allowed."""
        while len(self._playing) < self._parallel and (most is None or self._begun < most):
            planned = self._queue.pop(0) if self._queue else None
            if planned is None and may_plan():
                planned = yield from self._plan_another()
            if planned is None:
                return
            yield from self._start(planned)
            yield Begun(planned)

    def _plan_another(self) -> Generator[Happening, None, Planned | None]:
        # Bots come and go while others play.
        yield from self._catch_up()
        pairing = self._choose(self._present.field(), self._present.history, self._rng)
        if pairing is None:
            return None
        # With other luck each time: a plan that was kept although the database could not say so is
        # played by the next season, and is another match.
        planned = yield from self._insist(
            lambda: self._store.plan(make_match_plan(self._present, pairing))
        )
        self._present.plan(planned.plan)
        return planned

    def _start(self, planned: Planned) -> Iterator[Happening]:
        # As it is today: the season before this one may have had others.
        planned.plan.image = self._image
        planned.plan.box = self._box
        planned.plan.lacking[:] = self._lacking
        plan = planned.plan.SerializeToString(deterministic=True)
        # It reads the bots' files from the database.
        yield from self._insist(lambda: self._executor.start(MatchTask(planned.match, plan)))
        self._playing[planned.match] = planned
        self._begun += 1

    # --- results ---

    def _take(self, match: int, event: RefereeEvent) -> Iterator[Happening]:
        match event:
            case GamePlayed():
                yield GameOver(match)
            case MatchVoid():
                yield from self._void(self._playing.pop(match), event)
            case MatchPlayed(record=record, logs=logs):
                del self._playing[match]
                self._put_off = 0
                names = (entrant.name for entrant in record.plan.entrants)
                yield from self._finish(match, record, dict(zip(names, logs, strict=False)))

    def _finish(
        self, match: int, record: rec.Record, logs: Mapping[Player, str]
    ) -> Iterator[Happening]:
        # What is in the log already went there when the database could not say so any more.
        entry = yield from self._insist(
            lambda: self._store.finish(match, record, logs) or self._store.played(match)
        )
        if entry is None:  # Another program has cancelled it.
            return
        yield Logged(entry)
        yield from self._catch_up()
        roster = self._present.roster
        for benched in (
            yield from self._insist(lambda: list(find_failing(self._store, roster, entry)))
        ):
            (added,) = yield from self._insist(partial(self._store.append, benched))
            yield Logged(added)

    def _void(self, planned: Planned, void: MatchVoid) -> Iterator[Happening]:
        if void.lasting:
            raise Unavailable(void.reason)
        voids = planned.voids + 1
        yield from self._insist(lambda: self._store.void(planned.match, void.reason))
        put_off = voids % MOST_VOIDS == 0
        yield Voided(planned.match, void.reason, put_off)
        if not put_off:
            self._queue.append(replace(planned, voids=voids, reason=void.reason))
            self._begun -= 1
            return
        self._put_off += 1
        if self._put_off >= MOST_PUT_OFF:
            raise HostFailure(void.reason)

    def _cancel(self, planned: Planned, reason: str) -> Iterator[Happening]:
        entry = yield from self._insist(lambda: self._store.cancel(planned.match, reason))
        if entry is not None:
            yield Logged(entry)

    def _catch_up(self) -> Iterator[Happening]:
        yield from self._insist(lambda: self._present.catch_up(self._store))

    def _insist(self, act: Callable[[], ResultT]) -> Generator[Happening, None, ResultT]:
        """Do something with the database, again and again if it is away for a while.

        It may happen twice, if the database goes away just as it is done: a result counts once.
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
