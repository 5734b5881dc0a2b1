"""The jobs of a season: matches of the ladder, trials, and what was asked for.

Each kind says what is kept when it begins, when it was played, when it was void, and when it cannot
be begun; so does the check of an upload (`ladder.submissions.intake`). The season only schedules
them. Each report of a season has the job with it, so no observer keeps a list of the matches in
play.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import ClassVar, Final, TypeAlias, TypeVar

from arena.boxes.connection.watch import Timings
from arena.errors import UserError
from arena.match.plan import read_plan
from arena.runner.referee_process import MatchPlayed
from arena.v1 import record_pb2 as rec
from ladder.log.entries import Benched, LogEntry
from ladder.log.proof import Proof
from ladder.machine.clock import DAY
from ladder.matches import Player
from ladder.queue.places import Work
from ladder.queue.plans import Queue, Queued
from ladder.queue.quarantine import Quarantine, SoloTrial, find_lost, find_solo_voids
from ladder.season.benching import find_failing
from ladder.season.executor import Executor, ExecutorEvent, MatchTask, Notice
from ladder.season.reviewer import Reviewed
from ladder.season.state import read_state
from ladder.shares import ChargedSeconds
from ladder.store.database import Away
from ladder.store.queue import FlawedRecord
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
    """The outcome of a match."""

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
Tell: TypeAlias = Callable[[SeasonEvent], None]
"""By this a season reports each event, before it goes on."""


# --- what jobs have in common ---


def wait_for_database(
    act: Callable[[], ResultT],
    tell: Callable[[Waiting], None],
    rest: Callable[[float], None] = time.sleep,
    pause: float = PAUSE,
    now: Callable[[], float] = time.monotonic,
) -> ResultT:
    """Do what needs the database, again until it is not away."""
    next_word = -TOLD_EACH
    while True:
        try:
            return act()
        except Away as failure:
            if (moment := now()) >= next_word:
                next_word = moment + TOLD_EACH
                tell(Waiting(str(failure)))
        rest(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


@dataclass(eq=False)
class SeasonContext:
    """A season's ladder, what the season knows of it, and its patience with the database."""

    store: Store
    executor: Executor
    now: Callable[[], float]
    pause: float
    tell: Tell = lambda _: None

    def __post_init__(self) -> None:
        self.requests = self.store.requests
        self.state = read_state(self.store)
        self.queue = Queue([])
        self.quarantine = Quarantine()
        # Events that came while the database was away.
        self._kept: list[tuple[str, ExecutorEvent]] = []
        self.waits = ChargedSeconds()
        today = datetime.now(UTC)
        for moment, waits in self.store.waits(today - DAY):
            self.waits.add(self.now() - (today - moment).total_seconds(), waits)

    def retry(self, act: Callable[[], ResultT]) -> ResultT:
        """Do what needs the database, as soon as that lets us, however long it takes.

        Nothing is begun meanwhile; matches that are being played go on, and what comes of them is
        kept for later. Waiting is told at first, and then each minute. It may be done twice, if the
        database goes away just as it is done: a result counts once. SeasonTaken if another season
        has begun while it was away.
        """

        def act_alone() -> ResultT:
            self.store.renew_lock()
            return act()

        def rest(pause: float) -> None:
            self._kept += self.executor.wait(pause)

        return wait_for_database(act_alone, self.tell, rest, self.pause, self.now)

    def wait(self, pause: float) -> Sequence[tuple[str, ExecutorEvent]]:
        """Return what has happened in the matches, with the names of their jobs: first the kept."""
        kept, self._kept = self._kept, []
        return kept or self.executor.wait(pause)

    def catch_up(self, last: int | None = None) -> None:
        """Take note of what others have written, up to an entry."""
        self.retry(lambda: self.state.catch_up(self.store, last))

    def note_played(self, trial: SoloTrial | None = None) -> None:
        """Take note that a match of the ladder, or this trial, was played to its end."""
        self.queue.note_played(trial=trial is not None)
        self.quarantine.note_played(trial)

    def update_quarantine(self) -> None:
        voids = self.retry(self.store.voids)
        self.quarantine.update(voids, self.state.roster.active(), self.state.last_result)
        self.queue.quarantined = self.quarantine.players

    def bench(self, benched: Benched) -> None:
        known = self.state.number

        def add() -> LogEntry:
            # An entry that is there already went there when the database could not say so any more.
            there = (one for one in self.store.entries(known) if one.body == benched)
            return next(there, None) or self.store.append(benched)[0]

        added = self.retry(add)
        self.tell(Logged(added))
        self.catch_up(added.number)
        self.drop_who_left()

    def drop_who_left(self) -> None:
        """Cancel what was planned for players that do not play any more, or cannot be played."""
        for planned in self.queue.waiting():
            if reason := self._find_obstacle(planned.plan):
                self.queue.remove(planned)
                self._cancel(planned, reason)

    def _cancel(self, planned: Queued, reason: str) -> None:
        self.state.forget(planned.plan)
        entry = self.retry(lambda: self.store.cancel(planned.match, reason, by=""))
        if entry is not None:
            self.tell(Logged(entry))

    def _find_obstacle(self, plan: rec.Plan) -> str:
        """Say why a match that is in the queue will not be played; empty if it will."""
        active = set(self.state.roster.active())
        gone = [one.name for one in plan.bots if one.name not in active]
        if gone:
            return f"{', '.join(gone)} {'plays' if len(gone) == 1 else 'play'} no more"
        return fault_in_plan(plan)


def fault_in_plan(plan: rec.Plan) -> str:
    """Say why a plan that is kept cannot be played by this version; empty if it can."""
    try:
        read_plan(plan)
    except UserError as mistake:
        return str(mistake).rstrip(".")
    return ""


# --- the jobs ---


@dataclass(eq=False)
class MatchJob:
    """A match on its way, from its begin to its result. Observers only look at it."""

    kind: ClassVar[str]
    """The kind of the job: `match`, `trial` or `request`."""
    work: ClassVar = Work.REQUESTS
    """The kind of work for which it holds a place."""
    _season: SeasonContext
    key: int | Player
    """The number of the match or of the request; of a trial the player."""
    plan: rec.Plan
    attempt: int = 0
    games: int = 0
    """How many of its games are over."""
    waits: defaultdict[Player, float] = field(default_factory=lambda: defaultdict(float))
    """For how many seconds its games so far have waited for each of its players."""
    played: MatchPlayed | None = None
    """The result, until that is proved."""
    timings: Timings = field(default_factory=Timings)
    seconds: float = 0.0
    """How long it was played, once that is over."""

    def __post_init__(self) -> None:
        self._begun = self._season.now()

    @property
    def name(self) -> str:
        """By this an executor knows it: `match 7`, `trial a@1` or `request 3`."""
        return f"{self.kind} {self.key}"

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(bot.name for bot in self.plan.bots)

    @property
    def task(self) -> MatchTask:
        """The task for an executor."""
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

    def begin(self) -> bool:
        """Keep that it is being played from now on; False if it may not be any more."""
        return True

    @property
    def logs(self) -> dict[Player, str]:
        """The output of its bots, once its last game is over."""
        return dict(zip(self.players, self.played.logs if self.played else (), strict=False))

    def finish(self, proof: Proof) -> None:
        """Keep what it has come to, with what its bots have printed."""
        raise NotImplementedError

    def void(self, reason: str) -> None:
        """Keep that it has come to nothing, by a failure of ours."""
        raise NotImplementedError

    def refuse(self, reason: str) -> None:
        """Keep that its record is refused, for which no bot is suspected."""
        self.void(reason)

    def requeue(self, reason: str) -> None:
        """Keep that it cannot be begun, since a bot has no files that can be used."""
        self.void(reason)


class RatedMatch(MatchJob):
    """A match of the ladder, which was planned in its log and is rated."""

    kind = "match"
    work = Work.MATCHES

    def __init__(self, season: SeasonContext, planned: Queued) -> None:
        super().__init__(season, planned.match, planned.plan, planned.attempt)
        self.planned = planned

    def begin(self) -> bool:
        season = self._season
        begun = season.retry(lambda: season.store.begin(self.planned.match))
        if not begun:  # Another program has cancelled it.
            season.state.forget(self.plan)
        return begun

    def finish(self, proof: Proof) -> None:
        season, match = self._season, self.planned.match
        try:
            # The entry may be in the log, although the database could not say so any more.
            entry = season.retry(
                lambda: season.store.finish(match, proof, self.logs) or season.store.played(match)
            )
        except FlawedRecord as flaw:
            self.refuse(str(flaw))
            return
        season.note_played()
        season.waits.add(season.now(), proof.waits)
        if entry is None:
            season.tell(MatchOver(self, MatchOutcome.CANCELLED))
            return
        season.tell(MatchOver(self, MatchOutcome.PLAYED, entry=entry))
        season.catch_up(entry.number)
        roster = season.state.roster
        failing = season.retry(lambda: [*find_failing(season.store, roster, entry)])
        for benched in failing:
            season.bench(benched)

    def void(self, reason: str) -> None:
        self._void(reason, suspects=self.players)

    def refuse(self, reason: str) -> None:
        self._void(reason, suspects=())

    def _void(self, reason: str, suspects: Sequence[Player]) -> None:
        season, planned = self._season, self.planned
        match, attempt = planned.match, planned.attempt
        season.retry(lambda: season.store.void(match, attempt, reason, suspects))
        deferred = season.queue.add_void(planned, reason)
        outcome = MatchOutcome.DEFERRED if deferred else MatchOutcome.VOID
        season.tell(MatchOver(self, outcome, reason))
        season.drop_who_left()

    def requeue(self, reason: str) -> None:
        season = self._season
        season.retry(lambda: season.store.put_off(self.planned.match, reason))
        season.queue.set_aside(self.planned, reason)
        season.tell(MatchOver(self, MatchOutcome.NOT_BEGUN, reason))


class TrialMatch(MatchJob):
    """A quarantined player's match alone with the sample bots; it is in no log."""

    kind = "trial"

    def __init__(self, season: SeasonContext, player: Player, plan: rec.Plan) -> None:
        super().__init__(season, player, plan)
        self._trial = season.quarantine.begin(player)

    def refuse(self, reason: str) -> None:  # noqa: ARG002 - it was played
        self.finish(None)

    def finish(self, proof: Proof | None) -> None:  # noqa: ARG002 - it is kept nowhere
        season = self._season
        season.quarantine.end(self._trial)
        season.note_played(self._trial)
        season.retry(lambda: season.store.clear(self._trial.player))
        season.tell(MatchOver(self, MatchOutcome.PLAYED))

    def void(self, reason: str) -> None:
        season, trial = self._season, self._trial
        season.quarantine.end(trial)
        known = len(find_solo_voids(season.quarantine.voids, trial.player))
        season.retry(lambda: season.store.void_trial(trial.player, reason, known))
        trial.note_void(season.queue.played)
        season.tell(MatchOver(self, MatchOutcome.VOID, reason))
        if trial.is_lost and trial.player in season.quarantine.players:
            season.bench(find_lost(trial.player, season.quarantine.voids, reason))


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

    def begin(self) -> bool:
        season = self._season
        return season.retry(lambda: season.requests.begin(self._request.number))

    def finish(self, proof: Proof) -> None:
        season, request = self._season, self._request
        log = self.logs.get(request.player, "")
        season.retry(lambda: season.requests.finish(request.number, proof.content, log))
        season.tell(MatchOver(self, MatchOutcome.PLAYED))

    def void(self, reason: str) -> None:
        season = self._season
        state = season.retry(lambda: season.requests.void(self._request.number, reason))
        again = state == RequestState.WAITING
        season.tell(MatchOver(self, MatchOutcome.VOID if again else MatchOutcome.NOT_BEGUN, reason))

    def requeue(self, reason: str) -> None:
        season = self._season
        season.retry(lambda: season.requests.fail(self._request.number, reason))
        season.tell(MatchOver(self, MatchOutcome.NOT_BEGUN, reason))


class RequestedReview(RequestedMatch):
    """A review that somebody has asked for, of what a bot did in a match of the ladder."""

    record = b""
    """The record that is reviewed, once it has begun."""

    def begin(self) -> bool:
        season, match = self._season, self._request.reviewed or 0
        if not super().begin():
            return False
        self.record = season.retry(lambda: season.store.record(match)) or b""
        if not self.record:
            self.requeue(f"there is no record of match {match} any more")
        return bool(self.record)

    def finish_review(self, done: Reviewed) -> None:
        """Keep what has come of it."""
        season, number = self._season, self._request.number
        if done.flaw:
            self.void(done.flaw)
            return
        season.retry(lambda: season.requests.finish_review(number, done.content))
        season.tell(MatchOver(self, MatchOutcome.PLAYED))
