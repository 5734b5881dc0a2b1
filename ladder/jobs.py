"""The jobs of a season: matches of the ladder, trials, and what was asked for.

Each kind says what is kept when it begins, when it was played, when it was void, and when it cannot
be begun; so does the check of an upload (`ladder.intake`). The season only schedules them. What a
season reports has the job with it, so nobody who watches keeps a list of what is being played.
"""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

from arena.boxes.connection.timings import Timings
from arena.errors import HostFailure, UserError
from arena.match.plan import read_plan
from arena.runner.referee_process import MatchPlayed
from arena.v1 import record_pb2 as rec
from ladder.benching import find_failing
from ladder.executor import Executor, ExecutorEvent, MatchTask, Notice
from ladder.log import Benched, LogEntry
from ladder.matches import Player
from ladder.proof import Proof
from ladder.quarantine import Quarantine, SoloTrial, find_lost
from ladder.queue import Queue, Queued
from ladder.requests import DAY
from ladder.reviewer import Reviewed
from ladder.season_state import read_state
from ladder.shares import ChargedSeconds
from ladder.store.database import Away, StoreFailure
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.wire import Request, RequestState, UploadLine

ResultT = TypeVar("ResultT")

# How often a season looks at what it plays, in seconds, and at a database that is away at first.
PAUSE: Final = 0.5
# How long it waits at most before it looks whether a database is there again, in seconds.
LONGEST_PAUSE: Final = 10.0
# How often it says that it waits.
TOLD_EACH: Final = 60.0


# --- what happens in a season, for all who watch it ---


class MatchOutcome(StrEnum):
    """What has come of a match."""

    PLAYED = "played"
    CANCELLED = "cancelled"
    """By another program, while it was played."""
    VOID = "void"
    """By our fault; it is played again, soon."""
    DEFERRED = "deferred"
    """The same, once more; it is played again when nothing else is left."""
    NOT_BEGUN = "not begun"
    """It cannot be begun, in this season or at all."""


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match is being played."""

    job: "MatchJob"


@dataclass(frozen=True, slots=True)
class GameOver:
    """One game of a match is over."""

    job: "MatchJob"
    game: rec.GameRecord


@dataclass(frozen=True, slots=True)
class MatchOver:
    """A match is being played no more, or cannot be begun."""

    job: "MatchJob"
    outcome: MatchOutcome
    reason: str = ""
    """Why it was void, or cannot be begun."""
    entry: LogEntry | None = None
    """Its result in the log, if it has one there."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry that is no result went into the log."""

    entry: LogEntry


@dataclass(frozen=True, slots=True)
class CheckBegun:
    """An upload is being checked."""

    upload: UploadLine


@dataclass(frozen=True, slots=True)
class CheckOver:
    """The check of an upload is over: it is accepted or refused, has failed, or waits again."""

    upload: UploadLine
    seconds: float
    """How long it took."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The database is away, busy or full, and the season waits for it; told each minute."""

    reason: str


SeasonEvent: TypeAlias = (
    MatchBegun | GameOver | MatchOver | Logged | CheckBegun | CheckOver | Waiting | Notice
)
Steps: TypeAlias = Generator[SeasonEvent, None, ResultT]
"""Something that a season does, with what there is to report meanwhile."""


# --- what jobs have in common ---


def wait_for_database(
    act: Callable[[], ResultT],
    rest: Callable[[float], None] = time.sleep,
    pause: float = PAUSE,
    now: Callable[[], float] = time.monotonic,
) -> Generator[Waiting, None, ResultT]:
    """Do what needs the database, again until it is not away. Yields what is told of that."""
    next_word = -TOLD_EACH
    while True:
        try:
            return act()
        except Away as failure:
            if (moment := now()) >= next_word:
                next_word = moment + TOLD_EACH
                yield Waiting(str(failure))
        rest(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


class SeasonContext:
    """A season's ladder, what the season knows of it, and its patience with the database."""

    def __init__(
        self, store: Store, executor: Executor, now: Callable[[], float], pause: float
    ) -> None:
        self.store = store
        self.requests = Requests(store.connections)
        self.state = read_state(store)
        self.queue = Queue([])
        self.quarantine = Quarantine()
        self.now = now
        self._executor = executor
        self._pause = pause
        # What has happened while the database was away.
        self._kept: list[tuple[str, ExecutorEvent]] = []
        self.waits = ChargedSeconds()
        today = datetime.now(UTC)
        for moment, waits in store.waits(today - DAY):
            self.waits.add(now() - (today - moment).total_seconds(), waits)

    def retry(self, act: Callable[[], ResultT]) -> Steps[ResultT]:
        """Do what needs the database, as soon as that lets us, however long it takes.

        Nothing is begun meanwhile; matches that are being played go on, and what comes of them is
        kept for later. Yields Waiting at first, and then each minute. It may be done twice, if the
        database goes away just as it is done: a result counts once. SeasonTaken if another season
        has begun while it was away.
        """

        def act_alone() -> ResultT:
            self.store.renew_lock()
            return act()

        def rest(pause: float) -> None:
            self._kept += self._executor.wait(pause)

        return (yield from wait_for_database(act_alone, rest, self._pause, self.now))

    def wait(self, pause: float) -> Sequence[tuple[str, ExecutorEvent]]:
        """Return what has happened in the matches, with the names of their jobs: first the kept."""
        kept, self._kept = self._kept, []
        return kept or self._executor.wait(pause)

    def catch_up(self, last: int | None = None) -> Iterator[SeasonEvent]:
        """Take note of what others have written, up to an entry."""
        yield from self.retry(lambda: self.state.catch_up(self.store, last))

    def note(self, entry: LogEntry) -> Iterator[SeasonEvent]:
        """Take note of an entry that was just written, after those that others have written."""
        yield from self.catch_up(entry.number)

    def note_played(self, trial: SoloTrial | None = None) -> None:
        """Take note that a match of the ladder, or this trial, was played to its end."""
        self.queue.note_played(trial=trial is not None)
        self.quarantine.note_played(trial)

    def update_quarantine(self) -> Iterator[SeasonEvent]:
        voids = yield from self.retry(self.store.voids)
        self.quarantine.update(voids, self.state.roster.active(), self.state.last_result)
        self.queue.quarantined = self.quarantine.players

    def bench(self, benched: Benched) -> Iterator[SeasonEvent]:
        (added,) = yield from self.retry(lambda: self.store.append(benched))
        yield Logged(added)
        yield from self.note(added)
        yield from self.drop_who_left()

    def drop_who_left(self) -> Iterator[SeasonEvent]:
        """Cancel what was planned for players that do not play any more, or cannot be played."""
        for planned in self.queue.waiting():
            if reason := self._find_obstacle(planned.plan):
                self.queue.remove(planned)
                yield from self._cancel(planned, reason)

    def _cancel(self, planned: Queued, reason: str) -> Iterator[SeasonEvent]:
        self.state.forget(planned.plan)
        entry = yield from self.retry(lambda: self.store.cancel(planned.match, reason, by=""))
        if entry is not None:
            yield Logged(entry)

    def _find_obstacle(self, plan: rec.Plan) -> str:
        """Say why a match that is in the queue will not be played; empty if it will."""
        active = set(self.state.roster.active())
        gone = [one.name for one in plan.bots if one.name not in active]
        if gone:
            return f"{', '.join(gone)} {'plays' if len(gone) == 1 else 'play'} no more"
        return doubt_plan(plan)


def doubt_plan(plan: rec.Plan) -> str:
    """Say why a plan that is kept cannot be played by this version; empty if it can."""
    try:
        read_plan(plan)
    except UserError as mistake:
        return str(mistake).rstrip(".")
    return ""


# --- the jobs ---


class MatchJob:
    """A match on its way, from its begin to its result. Who watches only looks at it."""

    kind: str
    """What it is: `match`, `trial` or `request`."""

    def __init__(
        self, season: SeasonContext, key: int | Player, plan: rec.Plan, attempt: int = 0
    ) -> None:
        self.key = key
        """The number of the match or of the request; of a trial the player."""
        self.plan = plan
        self.attempt = attempt
        self.games = 0
        """How many of its games are over."""
        self.waits: list[Mapping[Player, float]] = []
        """For how many seconds each of these waited for its players."""
        self.played: MatchPlayed | None = None
        """What it has come to, until that is proved."""
        self.timings = Timings()
        self.seconds = 0.0
        """How long it was played, once that is over."""
        self.others_wait = True
        """Whether a match of the ladder could be played in its place."""
        self._begun = season.now()
        self._season = season

    @property
    def name(self) -> str:
        """By this an executor knows it: `match 7`, `trial a@1` or `request 3`."""
        return f"{self.kind} {self.key}"

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(bot.name for bot in self.plan.bots)

    @property
    def task(self) -> MatchTask:
        """What an executor has to play."""
        return MatchTask(self.name, self.plan.SerializeToString(deterministic=True), self.attempt)

    @property
    def elapsed(self) -> float:
        """For how many seconds it is on its way."""
        return self._season.now() - self._begun

    def end_play(self, played: MatchPlayed) -> None:
        """Take note that its last game is over; what it has come to is still to be proved."""
        self.played = played
        self.timings = played.timings or self.timings
        self.seconds = self.elapsed

    def begin(self) -> Steps[bool]:
        """Keep that it is being played from now on; False if it may not be any more."""
        yield from ()
        return True

    @property
    def logs(self) -> dict[Player, str]:
        """What its bots have printed, once its last game is over."""
        return dict(zip(self.players, self.played.logs if self.played else (), strict=False))

    def finish(self, proof: Proof) -> Iterator[SeasonEvent]:
        """Keep what it has come to, with what its bots have printed."""
        raise NotImplementedError

    def void(self, reason: str) -> Iterator[SeasonEvent]:
        """Keep that it has come to nothing, by a failure of ours."""
        raise NotImplementedError

    def requeue(self, reason: str) -> Iterator[SeasonEvent]:
        """Keep that it cannot be begun, since a bot has no files that can be used."""
        return self.void(reason)


class RatedMatch(MatchJob):
    """A match of the ladder, which was planned in its log and is rated."""

    kind = "match"

    def __init__(self, season: SeasonContext, planned: Queued) -> None:
        super().__init__(season, planned.match, planned.plan, planned.attempt)
        self.planned = planned

    def begin(self) -> Steps[bool]:
        season = self._season
        begun = yield from season.retry(lambda: season.store.begin(self.planned.match))
        if not begun:  # Another program has cancelled it.
            season.state.forget(self.plan)
        return begun

    def finish(self, proof: Proof) -> Iterator[SeasonEvent]:
        season, match = self._season, self.planned.match
        try:
            # What is in the log already went there when the database could not say so any more.
            entry = yield from season.retry(
                lambda: season.store.finish(match, proof, self.logs) or season.store.played(match)
            )
        except StoreFailure:
            raise
        except HostFailure as failure:
            yield from self.void(str(failure))
            return
        season.note_played()
        season.waits.add(season.now(), proof.waits)
        if entry is None:
            yield MatchOver(self, MatchOutcome.CANCELLED)
            return
        yield MatchOver(self, MatchOutcome.PLAYED, entry=entry)
        yield from season.note(entry)
        roster = season.state.roster
        failing = yield from season.retry(lambda: [*find_failing(season.store, roster, entry)])
        for benched in failing:
            yield from season.bench(benched)

    def void(self, reason: str) -> Iterator[SeasonEvent]:
        season, planned = self._season, self.planned
        yield from season.retry(lambda: season.store.void(planned.match, planned.attempt, reason))
        deferred = season.queue.add_void(planned, reason)
        yield MatchOver(self, MatchOutcome.DEFERRED if deferred else MatchOutcome.VOID, reason)
        yield from season.drop_who_left()

    def requeue(self, reason: str) -> Iterator[SeasonEvent]:
        season = self._season
        yield from season.retry(lambda: season.store.put_off(self.planned.match, reason))
        season.queue.set_aside(self.planned, reason)
        yield MatchOver(self, MatchOutcome.NOT_BEGUN, reason)


class TrialMatch(MatchJob):
    """A quarantined player's match alone with the sample bots; it is in no log."""

    kind = "trial"

    def __init__(self, season: SeasonContext, player: Player, plan: rec.Plan) -> None:
        super().__init__(season, player, plan)
        self._trial = season.quarantine.begin(player)

    def finish(self, proof: Proof) -> Iterator[SeasonEvent]:  # noqa: ARG002 - it is kept nowhere
        season = self._season
        season.quarantine.end(self._trial)
        season.note_played(self._trial)
        yield from season.retry(lambda: season.store.clear(self._trial.player))
        yield MatchOver(self, MatchOutcome.PLAYED)

    def void(self, reason: str) -> Iterator[SeasonEvent]:
        season, trial = self._season, self._trial
        season.quarantine.end(trial)
        yield from season.retry(lambda: season.store.void_trial(trial.player, reason))
        trial.note_void(season.queue.played)
        yield MatchOver(self, MatchOutcome.VOID, reason)
        if trial.is_lost and trial.player in season.quarantine.players:
            yield from season.bench(find_lost(trial.player, season.quarantine.voids, reason))


class RequestedMatch(MatchJob):
    """A match that somebody has asked for; it is in no log, and nothing follows from it."""

    kind = "request"

    def __init__(self, season: SeasonContext, request: Request, plan: rec.Plan) -> None:
        super().__init__(season, request.number, plan)
        self._request = request

    @property
    def player(self) -> Player:
        """The bot that it is about."""
        return self._request.player

    def begin(self) -> Steps[bool]:
        season = self._season
        return (yield from season.retry(lambda: season.requests.begin(self._request.number)))

    def finish(self, proof: Proof) -> Iterator[SeasonEvent]:
        season, request = self._season, self._request
        log = self.logs.get(request.player, "")
        yield from season.retry(lambda: season.requests.finish(request.number, proof.content, log))
        yield MatchOver(self, MatchOutcome.PLAYED)

    def void(self, reason: str) -> Iterator[SeasonEvent]:
        season = self._season
        state = yield from season.retry(lambda: season.requests.void(self._request.number, reason))
        again = state == RequestState.WAITING
        yield MatchOver(self, MatchOutcome.VOID if again else MatchOutcome.NOT_BEGUN, reason)

    def requeue(self, reason: str) -> Iterator[SeasonEvent]:
        season = self._season
        yield from season.retry(lambda: season.requests.fail(self._request.number, reason))
        yield MatchOver(self, MatchOutcome.NOT_BEGUN, reason)


class RequestedReview(RequestedMatch):
    """A review that somebody has asked for, of what a bot did in a match of the ladder."""

    record = b""
    """What is reviewed, once it has begun."""

    def begin(self) -> Steps[bool]:
        season, match = self._season, self._request.reviewed or 0
        if not (yield from super().begin()):
            return False
        self.record = (yield from season.retry(lambda: season.store.record(match))) or b""
        if not self.record:
            yield from self.requeue(f"there is no record of match {match} any more")
        return bool(self.record)

    def finish_review(self, done: Reviewed) -> Iterator[SeasonEvent]:
        """Keep what has come of it."""
        season, number = self._season, self._request.number
        if done.flaw:
            yield from self.void(done.flaw)
            return
        yield from season.retry(lambda: season.requests.finish_review(number, done.content))
        yield MatchOver(self, MatchOutcome.PLAYED)
