"""A season: matches are chosen, played and put into the log, for as long as there are any.

What is planned is in the store before it is played, and leaves the queue in the same transaction in
which its result enters the log. So whatever is killed, and whenever: the next season begins with
what is still in the queue, and a match that was played twice counts once.

A match that is void ends no season as long as others can be played. A bot that is in one void after
the other plays a match alone with the sample bots before it plays others again.
"""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Final, TypeVar

from arena.containers.recipe import read_recipe
from arena.errors import HostFailure, Unavailable, UserError
from arena.match.plan import check_plan
from arena.runner.referee_process import Event as RefereeEvent
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.executor import CannotStart, Executor, MatchTask
from ladder.failing import find_failing
from ladder.happening import (
    Begun,
    GameOver,
    Happening,
    Logged,
    SetAside,
    Tried,
    Voided,
    Waiting,
)
from ladder.log import Benched, Entry
from ladder.matches import Player
from ladder.matchmaking import Format
from ladder.present import make_match_plan, read_present
from ladder.queue import Queue
from ladder.store.database import StoreFailure
from ladder.store.store import Queued, Store
from ladder.suspects import Suspects
from ladder.trial import Trial, find_lost, make_trial_plan

ResultT = TypeVar("ResultT")

# How many of the matches that are left are told when no other can be played.
_TOLD: Final = 5
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
        allow_missing: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._executor = executor
        self._choose = choose
        self._rng = rng
        self._parallel = parallel
        self._box = box
        self._allow_missing = allow_missing
        self._now = now
        self._present = read_present(store)
        self._image = read_recipe().digest
        self._queue = Queue([])
        self._playing: dict[int, Queued] = {}
        self._suspects = Suspects()
        self._begun = 0
        self._enough = False

    def run(self, most: int | None, may_plan: Callable[[], bool]) -> Generator[Happening]:
        """Play what is in the queue, and plan more as long as that is allowed and there is any.

        No other may be run at the same time. Ends after `most` matches, if that is said.
        HostFailure if nothing is left but matches that are void again and again, or that cannot be
        begun; StoreFailure if the database stays away. Nothing is lost then.
        """
        self._store.stop("the season that played it was killed")
        self._queue = Queue(self._store.queue())
        for planned in self._queue.waiting():
            self._present.plan(planned.plan)
        yield from self._drop_who_left()
        yield from self._find_suspects()
        try:
            with self._executor:
                yield from self._play(most, may_plan)
        finally:
            # Where the database is away the next season does it.
            with suppress(StoreFailure):
                self._store.stop("the season was stopped")

    @property
    def is_over(self) -> bool:
        """Whether its format had nothing more to play when it ended."""
        return not self._enough and not self._playing

    def _play(self, most: int | None, may_plan: Callable[[], bool]) -> Iterator[Happening]:
        while True:
            yield from self._fill(most, may_plan)
            if not self._playing:
                self._check_end()
                return
            for match, event in self._executor.wait(_POLL):
                yield from self._take(match, event)

    # --- planning ---

    def _drop_who_left(self) -> Iterator[Happening]:
        """Cancel what was planned for players that do not play any more, or cannot be played."""
        for planned in self._queue.waiting():
            obstacle = self._obstacle(planned.plan)
            if obstacle:
                self._queue.remove(planned)
                yield from self._cancel(planned, obstacle)

    def _obstacle(self, plan: rec.Plan) -> str:
        """Say why a match that is in the queue will not be played; empty if it will."""
        active = set(self._present.roster.active())
        gone = [one.name for one in plan.bots if one.name not in active]
        if gone:
            return f"{', '.join(gone)} {'plays' if len(gone) == 1 else 'play'} no more"
        try:
            check_plan(plan)
        except UserError as mistake:
            return str(mistake).rstrip(".")
        return ""

    def shortages(self) -> Iterator[str]:
        """Say in a sentence each what cannot be played, and why."""
        yield from self._present.shortages()
        yield from self._suspects.sentences()

    def _fill(self, most: int | None, may_plan: Callable[[], bool]) -> Iterator[Happening]:
        """Have as many matches played at once as are allowed."""
        while len(self._playing) < self._parallel:
            self._enough = most is not None and self._begun >= most
            if self._enough:
                return
            if (yield from self._try_suspect(idle=False)):
                continue
            planned = yield from self._next(may_plan)
            if planned is not None:
                if (yield from self._start(planned)):
                    self._begun += 1
                    yield Begun(planned)
            elif self._playing or self._enough or not (yield from self._try_rest()):
                return

    def _try_rest(self) -> Generator[Happening, None, bool]:
        """Where no match can be played, have somebody play alone: a suspect, or whoever may be."""
        if (yield from self._try_suspect(idle=True)):
            return True
        self._suspects.widen()
        yield from self._find_suspects()
        return (yield from self._try_suspect(idle=True))

    def _try_suspect(self, *, idle: bool) -> Generator[Happening, None, bool]:
        """Have a suspect play alone with the sample bots; say whether there is one to do so now."""
        player = self._suspects.next(self._queue.played, idle=idle)
        if player is None:
            return False
        matches = [*self._queue.waiting(), *self._playing.values()]
        model = max(
            (one for one in matches if player in one.players and one.match > 0),
            key=lambda one: one.voids,
        )
        planned = self._suspects.begin(player, make_trial_plan(model.plan, player))
        if (yield from self._start(planned)):
            yield Begun(planned, player)
        return True

    def _next(self, may_plan: Callable[[], bool]) -> Generator[Happening, None, Queued | None]:
        """Return the next match of the queue, or a new one, or of the rest what may be tried."""
        planned = self._queue.take()
        if planned is None:
            self._enough = not may_plan()
            if not self._enough:
                planned = yield from self._plan_another([self._queue.held])
        if planned is None and not self._playing:
            planned = self._queue.take_resting()
            if planned is None and not self._enough:
                planned = yield from self._plan_another(self._queue.held_but_one())
            planned = planned or self._queue.take_put_off()
        return planned

    def _plan_another(
        self, choices: Sequence[frozenset[Player]]
    ) -> Generator[Happening, None, Queued | None]:
        """Plan a match in which none of the first of these plays, or else none of the next."""
        # Bots come and go while others play.
        yield from self._catch_up()
        if self._present.roster.paused:
            self._enough = True
            return None
        fields = map(self._present.field, choices)
        chosen = (self._choose(field, self._present.history, self._rng) for field in fields)
        pairing = next(filter(None, chosen), None)
        if pairing is None:
            return None
        # With other luck each time: a plan that was kept although the database could not say so is
        # played by the next season, and is another match.
        planned = yield from self._insist(
            lambda: self._store.plan(
                self._present.roster.season, make_match_plan(self._present, pairing)
            )
        )
        if planned is not None:
            self._present.plan(planned.plan)
        return planned

    def _start(self, planned: Queued) -> Generator[Happening, None, bool]:
        """Have a match played; say whether it is."""
        # As it is today: the season before this one may have had others.
        planned.plan.image = self._image
        planned.plan.box = self._box
        planned.plan.allow_missing[:] = self._allow_missing
        plan = planned.plan.SerializeToString(deterministic=True)
        task = MatchTask(planned.match, plan, planned.attempt)
        if not (yield from self._note_begun(planned)):
            return False
        try:
            # It reads the bots' files from the database.
            yield from self._insist(lambda: self._executor.start(task))
        except CannotStart as lack:
            yield from self._set_aside(planned, lack)
            return False
        self._playing[planned.match] = planned
        return True

    def _note_begun(self, planned: Queued) -> Generator[Happening, None, bool]:
        """Keep that a match is being played; False if another program has cancelled it."""
        # A trial is in no queue.
        if planned.match < 0 or (yield from self._insist(lambda: self._store.begin(planned.match))):
            return True
        self._present.forget(planned.plan)
        return False

    def _set_aside(self, planned: Queued, lack: CannotStart) -> Iterator[Happening]:
        """Leave out a bot whose files cannot be used, and this match of it, for this season."""
        self._present.absent |= {lack.player}
        trial = self._suspects.end(planned.match)
        if trial is not None:
            yield from self._void_trial(planned.match, trial, str(lack))
            return
        yield from self._insist(lambda: self._store.put_off(planned.match, str(lack)))
        self._queue.set_aside(planned, str(lack))
        yield SetAside(planned.match, planned.players, str(lack))

    def _check_end(self) -> None:
        """HostFailure if the season would go on, and nothing that is left can be played."""
        left = [
            f"match {one.match} ({', '.join(one.players)}): {one.reason}"
            for one in self._queue.failing()
        ]
        if left and not self._enough:
            more = [f"and {len(left) - _TOLD} more"] if len(left) > _TOLD else []
            told = "; ".join([*left[:_TOLD], *more])
            raise HostFailure(
                f"what is left to be played is void again and again, or cannot be begun: {told}"
            )

    # --- results ---

    def _take(self, match: int, event: RefereeEvent) -> Iterator[Happening]:
        match event:
            case GamePlayed():
                yield GameOver(match)
            case MatchVoid(reason=reason, lasting=lasting):
                if lasting:
                    raise Unavailable(reason)
                yield from self._void(self._playing.pop(match), reason)
                yield from self._find_suspects()
            case MatchPlayed(record=record, logs=logs):
                planned = self._playing.pop(match)
                yield from self._finish(
                    planned, record, dict(zip(planned.players, logs, strict=False))
                )
                if self._suspects.voids:
                    yield from self._find_suspects()

    def _finish(
        self, planned: Queued, record: rec.Record, logs: Mapping[Player, str]
    ) -> Iterator[Happening]:
        trial = self._suspects.end(planned.match)
        if trial is not None:
            self._note_played(trial)
            yield from self._insist(lambda: self._store.clear(trial.player))
            yield Tried(planned.match, trial.player, "")
            return
        try:
            entry = yield from self._keep(planned.match, record, logs)
        except StoreFailure:
            raise
        except HostFailure as failure:
            yield from self._void(planned, str(failure))
            return
        self._note_played(None)
        if entry is None:  # Another program has cancelled it.
            return
        yield Logged(entry)
        yield from self._catch_up()
        roster = self._present.roster
        failing = yield from self._insist(lambda: list(find_failing(self._store, roster, entry)))
        for benched in failing:
            yield from self._bench(benched)

    def _keep(
        self, match: int, record: rec.Record, logs: Mapping[Player, str]
    ) -> Generator[Happening, None, Entry | None]:
        # What is in the log already went there when the database could not say so any more.
        return (
            yield from self._insist(
                lambda: self._store.finish(match, record, logs) or self._store.played(match)
            )
        )

    def _note_played(self, trial: Trial | None) -> None:
        self._queue.note_played(trial=trial is not None)
        self._suspects.note_played(trial)

    def _void(self, planned: Queued, reason: str) -> Iterator[Happening]:
        trial = self._suspects.end(planned.match)
        if trial is not None:
            yield from self._void_trial(planned.match, trial, reason)
            return
        yield from self._insist(lambda: self._store.void(planned.match, planned.attempt, reason))
        put_off = self._queue.add_void(planned, reason)
        self._begun -= 1
        yield Voided(planned.match, planned.players, reason, put_off)
        yield from self._drop_who_left()

    def _void_trial(self, match: int, trial: Trial, reason: str) -> Iterator[Happening]:
        yield from self._insist(lambda: self._store.void_alone(trial.player, reason))
        trial.note_void(self._queue.played)
        yield Tried(match, trial.player, reason)
        if trial.is_lost and trial.player in self._suspects.players:
            yield from self._bench(find_lost(trial.player, self._suspects.voids, reason))

    def _bench(self, benched: Benched) -> Iterator[Happening]:
        (added,) = yield from self._insist(lambda: self._store.append(benched))
        yield Logged(added)
        yield from self._catch_up()
        yield from self._drop_who_left()

    def _find_suspects(self) -> Iterator[Happening]:
        voids = yield from self._insist(self._store.voids)
        self._suspects.update(voids, self._present.roster.active(), self._present.last_result)
        self._queue.suspects = self._suspects.players

    def _cancel(self, planned: Queued, reason: str) -> Iterator[Happening]:
        self._present.forget(planned.plan)
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
