"""A season: matches are chosen, played and put into the log, for as long as there are any.

What is planned is in the store before it is played, and leaves the queue in the same transaction in
which its result enters the log. So whatever is killed, and whenever: the next season begins with
what is still in the queue, and a match that was played twice counts once.

Matches that authors have asked for are played beside those, one at a time, and never two one after
the other while there is another one to be played.

A match that is void ends no season as long as others can be played. A bot that is in one void after
the other plays a match alone with the sample bots before it plays others again.
"""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final, TypeAlias, TypeVar

from arena.boxes.timings import Timings
from arena.errors import HostFailure, Unavailable, UserError
from arena.match.plan import read_plan
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.benching import find_failing
from ladder.broadcast import Broadcast
from ladder.executor import CannotStart, Executor, ExecutorEvent, MatchTask, Notice
from ladder.intake import Intake, UploadBegun, UploadOver
from ladder.log import Benched, LogEntry
from ladder.matches import Player
from ladder.matchmaking.formats import Format
from ladder.matchmaking.pairing import Pairing
from ladder.quarantine import Quarantine, SoloTrial, find_lost, make_trial_plan
from ladder.queue import Queue, Queued, make_match_plan
from ladder.requests import Request, RequestState, find_obstacle
from ladder.season_state import read_state
from ladder.store.alone import SeasonTaken
from ladder.store.database import StoreFailure
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.submissions import open_samples

ResultT = TypeVar("ResultT")

# How many of the matches that are left are told when no other can be played.
_TOLD: Final = 5
# How often a season looks at what it plays, in seconds, and at a database that is away at first.
PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 10.0
# How often it says that it waits.
TOLD_EACH: Final = 60.0


# --- what happens in a season, for whoever watches it ---


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match is being played."""

    planned: Queued
    alone: Player | None = None
    """Who plays alone with the sample bots; None in a match of the ladder."""
    request: int | None = None
    """The number of the request, of a match that somebody has asked for."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """One game of a match is over."""

    match: int
    game: rec.GameRecord


@dataclass(frozen=True, slots=True)
class MatchMeasured:
    """A match is at its end, and this is how well the machine did."""

    match: int
    timings: Timings


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry went into the log: a result, or what follows from one."""

    entry: LogEntry


@dataclass(frozen=True, slots=True)
class MatchVoided:
    """A match was void, by our fault; it is played again, soon or when nothing else is left."""

    match: int
    players: tuple[Player, ...]
    reason: str
    put_off: bool


@dataclass(frozen=True, slots=True)
class TrialOver:
    """A trial, a quarantined player's match alone with the sample bots, is over."""

    match: int
    player: Player
    reason: str
    """Why it was void; empty if it was played to its end, and the player plays others again."""


@dataclass(frozen=True, slots=True)
class RequestOver:
    """A match that somebody has asked for is over, or will not be played."""

    match: int
    request: int
    state: RequestState
    """Waiting if it was void, and is played again."""
    reason: str


@dataclass(frozen=True, slots=True)
class MatchSetAside:
    """A match cannot be begun in this season, since a bot's files cannot be used."""

    match: int
    players: tuple[Player, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The database is away, busy or full, and the season waits for it; told each minute."""

    reason: str


SeasonEvent: TypeAlias = (
    MatchBegun
    | GameOver
    | MatchMeasured
    | Logged
    | MatchSetAside
    | TrialOver
    | RequestOver
    | MatchVoided
    | UploadBegun
    | UploadOver
    | Waiting
    | Notice
)


# --- playing it ---


class Season:
    """Plays a ladder's matches. Only one runs on a ladder at a time."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        choose: Format,
        *,
        rng: Random,
        intake: Intake | None = None,
        now: Callable[[], float] = time.monotonic,
        pause: float = PAUSE,
    ) -> None:
        self._store = store
        self._requests = Requests(store.connections)
        self._executor = executor
        self._choose = choose
        self._rng = rng
        self._intake = intake
        self._now = now
        self._pause = pause
        self._state = read_state(store)
        self._queue = Queue([])
        self._playing: dict[int, Queued] = {}
        # Of what is being played that which is in no log. Its numbers are below 0.
        self._unlogged: dict[int, SoloTrial | Request] = {}
        self._numbers = count(-1, -1)
        # What has happened while the database was away.
        self._kept: list[tuple[int, ExecutorEvent]] = []
        self._requested_last = False
        self._quarantine = Quarantine()
        self._broadcast = Broadcast(store, executor.examine)
        self._begun = 0
        self._enough = False

    def run(self, most: int | None, may_plan: Callable[[], bool]) -> Generator[SeasonEvent]:
        """Play what is in the queue, and plan more as long as that is allowed and there is any.

        No other may be run at the same time. Ends after `most` matches, if that is said.
        HostFailure if nothing is left but matches that are void again and again, or that cannot be
        begun; SeasonTaken if another season has begun while the database was away. Nothing is lost
        then.
        """
        self._stop("the season that played it was killed")
        self._queue = Queue(self._store.queue())
        for planned in self._queue.waiting():
            self._state.plan(planned.plan)
        try:
            with self._broadcast, self._executor, self._intake or nullcontext():
                yield from self._drop_who_left()
                yield from self._update_quarantine()
                yield from self._play(most, may_plan)
        finally:
            # Where the database is away the next season does it, and one that goes on has done it.
            with suppress(StoreFailure, SeasonTaken):
                self._stop("the season was stopped")

    def _stop(self, reason: str) -> None:
        self._store.keep_alone()
        self._store.stop(reason)
        self._requests.stop(reason)

    @property
    def waiting(self) -> int:
        """How many planned matches wait to be played, of those that are not being played."""
        return len(self._queue.waiting())

    @property
    def is_over(self) -> bool:
        """Whether its format had nothing more to play when it ended."""
        return not self._enough and not self._playing

    def _play(self, most: int | None, may_plan: Callable[[], bool]) -> Iterator[SeasonEvent]:
        while True:
            yield from self._fill(most, may_plan)
            checking = yield from self._check_uploads()
            if not self._playing and not checking:
                self._check_end()
                return
            for match, event in self._happened():
                yield from self._take(match, event)
            self._broadcast.tell()

    def _check_uploads(self) -> Generator[SeasonEvent, None, bool]:
        """Go on with the uploads, beside the matches; say whether the season has to wait for one.

        Where enough was played, none is begun any more.
        """
        intake = self._intake
        if intake is None:
            return False
        yield from (yield from self._retry(lambda: intake.step(more=not self._enough)))
        return intake.is_busy

    # --- planning ---

    def _drop_who_left(self) -> Iterator[SeasonEvent]:
        """Cancel what was planned for players that do not play any more, or cannot be played."""
        for planned in self._queue.waiting():
            obstacle = self._obstacle(planned.plan)
            if obstacle:
                self._queue.remove(planned)
                yield from self._cancel(planned, obstacle)

    def _obstacle(self, plan: rec.Plan) -> str:
        """Say why a match that is in the queue will not be played; empty if it will."""
        active = set(self._state.roster.active())
        gone = [one.name for one in plan.bots if one.name not in active]
        if gone:
            return f"{', '.join(gone)} {'plays' if len(gone) == 1 else 'play'} no more"
        return _doubt_plan(plan)

    def shortages(self) -> Iterator[str]:
        """Say in a sentence each what cannot be played, and why."""
        yield from self._state.shortages()
        yield from self._quarantine.sentences()

    @property
    def _slots(self) -> int:
        """How many matches may be played at once now; a check on the same machine takes a place.

        Not the last one, or many uploads would hold up the season.
        """
        checking = self._intake is not None and self._intake.is_checking
        return max(1, self._executor.slots - (checking and self._executor.is_here))

    def _fill(self, most: int | None, may_plan: Callable[[], bool]) -> Iterator[SeasonEvent]:
        """Have as many matches played at once as are allowed."""
        while len(self._playing) < self._slots:
            self._enough = most is not None and self._begun >= most
            if self._enough:
                return
            if not self._requested_last and (yield from self._try_requested()):
                continue
            if (yield from self._try_quarantined(idle=False)):
                continue
            planned = yield from self._next(may_plan)
            if planned is not None:
                self._requested_last = False
                if (yield from self._start(planned)):
                    self._begun += 1
                    yield MatchBegun(planned)
            elif self._enough or not (yield from self._try_rest()):
                return

    def _try_rest(self) -> Generator[SeasonEvent, None, bool]:
        """Where no match can be played, play what was asked for, or have somebody play alone.

        That is who is quarantined, or may be.
        """
        if (yield from self._try_requested()):
            return True
        if self._playing:
            return False
        if (yield from self._try_quarantined(idle=True)):
            return True
        self._quarantine.widen()
        yield from self._update_quarantine()
        return (yield from self._try_quarantined(idle=True))

    def _try_quarantined(self, *, idle: bool) -> Generator[SeasonEvent, None, bool]:
        """Have a quarantined bot play its trial; say whether there is one to be played now."""
        player = self._quarantine.next(self._queue.played, idle=idle)
        if player is None:
            return False
        matches = [*self._queue.waiting(), *self._playing.values()]
        model = max(
            (one for one in matches if player in one.players and one.match > 0),
            key=lambda one: one.voids,
        )
        plan = make_trial_plan(model.plan, player, open_samples())
        planned = Queued(next(self._numbers), 0, plan)
        self._unlogged[planned.match] = self._quarantine.begin(player)
        if (yield from self._start(planned)):
            yield MatchBegun(planned, player)
        return True

    def _try_requested(self) -> Generator[SeasonEvent, None, bool]:
        """Have a match be played that was asked for; say whether there is one to be played now."""
        if any(isinstance(one, Request) for one in self._unlogged.values()):
            return False
        found = yield from self._retry(self._requests.next)
        if found is None:
            return False
        yield from self._catch_up()
        if self._state.roster.paused:
            return False
        request, plan = found
        planned = Queued(next(self._numbers), 0, plan)
        if obstacle := find_obstacle(self._state.roster, request.players) or _doubt_plan(plan):
            yield from self._fail_request(planned.match, request, obstacle)
            return True
        self._unlogged[planned.match], self._requested_last = request, True
        if (yield from self._start(planned)):
            yield MatchBegun(planned, request=request.number)
        return True

    def _next(self, may_plan: Callable[[], bool]) -> Generator[SeasonEvent, None, Queued | None]:
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
    ) -> Generator[SeasonEvent, None, Queued | None]:
        """Plan a match in which none of the first of these plays, or else none of the next."""
        while True:
            # Bots come and go while others play.
            yield from self._catch_up()
            if self._state.roster.paused:
                self._enough = True
                return None
            fields = map(self._state.field, choices)
            chosen = (self._choose(field, self._state.history, self._rng) for field in fields)
            pairing = next(filter(None, chosen), None)
            if pairing is None:
                return None
            known = self._state.number
            try:
                planned = yield from self._plan(pairing)
            except UserError:
                yield from self._catch_up()
                if self._state.number == known:
                    raise
                # Somebody has decided otherwise meanwhile.
                continue
            self._state.plan(planned.plan)
            return planned

    def _plan(self, pairing: Pairing) -> Generator[SeasonEvent, None, Queued]:
        # With other luck each time: a plan that was kept although the database could not say so is
        # played by the next season, and is another match.
        return (
            yield from self._retry(
                lambda: self._store.plan(
                    self._state.roster.season,
                    make_match_plan(self._state.opened, self._state.roster, pairing),
                )
            )
        )

    def _start(self, planned: Queued) -> Generator[SeasonEvent, None, bool]:
        """Have a match played; say whether it is."""
        plan = planned.plan.SerializeToString(deterministic=True)
        task = MatchTask(planned.match, plan, planned.attempt)
        if not (yield from self._note_begun(planned)):
            return False
        try:
            # It reads the bots' files from the database.
            yield from self._retry(lambda: self._executor.start(task))
        except CannotStart as lack:
            yield from self._set_aside(planned, lack)
            return False
        self._playing[planned.match] = planned
        return True

    def _note_begun(self, planned: Queued) -> Generator[SeasonEvent, None, bool]:
        """Keep that a match is being played; False if another program has cancelled it."""
        match self._unlogged.get(planned.match):
            case Request(number=number):
                yield from self._retry(lambda: self._requests.begin(number))
                return True
            case SoloTrial():
                return True
        if (yield from self._retry(lambda: self._store.begin(planned.match))):
            return True
        self._state.forget(planned.plan)
        return False

    def _set_aside(self, planned: Queued, lack: CannotStart) -> Iterator[SeasonEvent]:
        """Leave out a bot whose files cannot be used, and this match of it, for this season."""
        self._state.absent |= {lack.player}
        match self._unlogged.pop(planned.match, None):
            case SoloTrial() as trial:
                yield from self._void_trial(planned.match, trial, str(lack))
                return
            case Request() as request:
                yield from self._fail_request(planned.match, request, str(lack))
                return
        yield from self._retry(lambda: self._store.put_off(planned.match, str(lack)))
        self._queue.set_aside(planned, str(lack))
        yield MatchSetAside(planned.match, planned.players, str(lack))

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

    def _take(self, match: int, event: ExecutorEvent) -> Iterator[SeasonEvent]:
        match event:
            case Notice():
                yield event
            case GamePlayed(game=game):
                if match > 0:
                    self._broadcast.add(match, game)
                yield GameOver(match, game)
            case MatchVoid(reason=reason, lasting=lasting):
                if lasting:
                    raise Unavailable(reason)
                self._broadcast.forget(match)
                yield from self._void(self._playing.pop(match), reason)
                yield from self._update_quarantine()
            case MatchPlayed(record=record, logs=logs, timings=timings):
                if timings is not None:
                    yield MatchMeasured(match, timings)
                self._broadcast.forget(match)
                planned = self._playing.pop(match)
                yield from self._finish(
                    planned, record, dict(zip(planned.players, logs, strict=False))
                )
                if self._quarantine.voids:
                    yield from self._update_quarantine()

    def _finish(
        self, planned: Queued, record: rec.Record, logs: Mapping[Player, str]
    ) -> Iterator[SeasonEvent]:
        match self._unlogged.pop(planned.match, None):
            case SoloTrial() as trial:
                yield from self._finish_trial(planned.match, trial)
            case Request() as request:
                yield from self._finish_request(planned.match, request, record, logs)
            case None:
                yield from self._log_result(planned, record, logs)

    def _log_result(
        self, planned: Queued, record: rec.Record, logs: Mapping[Player, str]
    ) -> Iterator[SeasonEvent]:
        match = planned.match
        try:
            # What is in the log already went there when the database could not say so any more.
            entry = yield from self._retry(
                lambda: self._store.finish(match, record, logs) or self._store.played(match)
            )
        except StoreFailure:
            raise
        except HostFailure as failure:
            yield from self._void(planned, str(failure))
            return
        self._note_played(None)
        if entry is None:  # Another program has cancelled it.
            return
        yield from self._note(entry)
        roster = self._state.roster
        failing = yield from self._retry(lambda: list(find_failing(self._store, roster, entry)))
        for benched in failing:
            yield from self._bench(benched)

    def _finish_trial(self, match: int, trial: SoloTrial) -> Iterator[SeasonEvent]:
        self._quarantine.end(trial)
        self._note_played(trial)
        yield from self._retry(lambda: self._store.clear(trial.player))
        yield TrialOver(match, trial.player, "")

    def _finish_request(
        self, match: int, request: Request, record: rec.Record, logs: Mapping[Player, str]
    ) -> Iterator[SeasonEvent]:
        log = logs.get(request.player, "")
        yield from self._retry(lambda: self._requests.finish(request.number, record, log))
        yield RequestOver(match, request.number, RequestState.PLAYED, "")

    def _note_played(self, trial: SoloTrial | None) -> None:
        self._queue.note_played(trial=trial is not None)
        self._quarantine.note_played(trial)

    def _void(self, planned: Queued, reason: str) -> Iterator[SeasonEvent]:
        match self._unlogged.pop(planned.match, None):
            case SoloTrial() as trial:
                yield from self._void_trial(planned.match, trial, reason)
                return
            case Request() as request:
                yield from self._void_request(planned.match, request, reason)
                return
        yield from self._retry(lambda: self._store.void(planned.match, planned.attempt, reason))
        put_off = self._queue.add_void(planned, reason)
        self._begun -= 1
        yield MatchVoided(planned.match, planned.players, reason, put_off)
        yield from self._drop_who_left()

    def _void_trial(self, match: int, trial: SoloTrial, reason: str) -> Iterator[SeasonEvent]:
        self._quarantine.end(trial)
        yield from self._retry(lambda: self._store.void_alone(trial.player, reason))
        trial.note_void(self._queue.played)
        yield TrialOver(match, trial.player, reason)
        if trial.is_lost and trial.player in self._quarantine.players:
            yield from self._bench(find_lost(trial.player, self._quarantine.voids, reason))

    def _void_request(self, match: int, request: Request, reason: str) -> Iterator[SeasonEvent]:
        state = yield from self._retry(lambda: self._requests.void(request.number, reason))
        yield RequestOver(match, request.number, state, reason)

    def _fail_request(self, match: int, request: Request, reason: str) -> Iterator[SeasonEvent]:
        yield from self._retry(lambda: self._requests.fail(request.number, reason))
        yield RequestOver(match, request.number, RequestState.FAILED, reason)

    def _bench(self, benched: Benched) -> Iterator[SeasonEvent]:
        (added,) = yield from self._retry(lambda: self._store.append(benched))
        yield from self._note(added)
        yield from self._drop_who_left()

    def _update_quarantine(self) -> Iterator[SeasonEvent]:
        voids = yield from self._retry(self._store.voids)
        self._quarantine.update(voids, self._state.roster.active(), self._state.last_result)
        self._queue.quarantined = self._quarantine.players

    def _cancel(self, planned: Queued, reason: str) -> Iterator[SeasonEvent]:
        self._state.forget(planned.plan)
        entry = yield from self._retry(lambda: self._store.cancel(planned.match, reason, by=""))
        if entry is not None:
            yield Logged(entry)

    def _note(self, entry: LogEntry) -> Iterator[SeasonEvent]:
        """Take note of an entry that was just written, after those that others have written."""
        yield Logged(entry)
        if entry.number > self._state.number + 1:
            yield from self._retry(lambda: self._state.catch_up(self._store, entry.number - 1))
        self._state.add(entry)

    def _catch_up(self) -> Iterator[SeasonEvent]:
        yield from self._retry(lambda: self._state.catch_up(self._store))

    def _retry(self, act: Callable[[], ResultT]) -> Generator[SeasonEvent, None, ResultT]:
        """Do what needs the database, as soon as that lets us, however long it takes.

        Nothing is begun meanwhile; matches that are being played go on, and what comes of them is
        kept for later. Yields Waiting at first, and then each minute. It may be done twice, if the
        database goes away just as it is done: a result counts once. SeasonTaken if another season
        has begun while it was away.
        """

        def act_alone() -> ResultT:
            self._store.keep_alone()
            return act()

        def rest(pause: float) -> None:
            self._kept += self._executor.wait(pause)

        return (yield from wait_for_database(act_alone, rest, self._pause, self._now))

    def _happened(self) -> Sequence[tuple[int, ExecutorEvent]]:
        """Return what has happened in the matches: first what was kept."""
        kept, self._kept = self._kept, []
        return kept or self._executor.wait(self._pause)


def wait_for_database(
    act: Callable[[], ResultT],
    rest: Callable[[float], None] = time.sleep,
    pause: float = PAUSE,
    now: Callable[[], float] = time.monotonic,
    failures: type[StoreFailure] = StoreFailure,
) -> Generator[Waiting, None, ResultT]:
    """Do what needs the database, again until it does not fail so. Yields what is told of that."""
    next_word = -TOLD_EACH
    while True:
        try:
            return act()
        except failures as failure:
            if (moment := now()) >= next_word:
                next_word = moment + TOLD_EACH
                yield Waiting(str(failure))
        rest(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _doubt_plan(plan: rec.Plan) -> str:
    """Say why a plan that is kept cannot be played by this version; empty if it can."""
    try:
        read_plan(plan)
    except UserError as mistake:
        return str(mistake).rstrip(".")
    return ""
