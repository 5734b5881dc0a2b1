"""Seasons whose matches are played by a script: everything but the executor is real."""

import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event as Flag
from typing import Any, Self

import pytest

from arena.runner.host import Host
from arena.runner.referee_process import Event, MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.log.entries import ORGANISER, Entered
from ladder.machine.pulse import Machine, read_machine
from ladder.matches import Division, Player, name_of
from ladder.matchmaking.endless import endless
from ladder.matchmaking.formats import Format
from ladder.season.due import DueActs
from ladder.season.executor import MatchTask
from ladder.season.jobs import SeasonEvent
from ladder.season.reviewer import Reviewer
from ladder.season.season import Season
from ladder.store.database import Away
from ladder.store.opening import create_store
from ladder.store.store import Store
from ladder.store.uploads import UploadCheck
from ladder.submissions.intake import Check, Intake
from ladder.wire import UploadLine, UploadState
from tests.ladder import ladders
from tests.ladder.ladders import open_log

PAIRS = Division("six_nimmt", {"limit": "none", "rounds": "1"}, (2,))
VOID = MatchVoid("the machine sneezed")
LASTING = MatchVoid("there is no engine", lasting=True)
AWAY = Away("the database server cannot be reached, or has ended; start it and go on")


class Scripted:
    """Plays at once, one match after the other; a script says how each start ends.

    Where the script has None, or is at its end, the match is played, with random moves; nobody
    fails but those in `failing`. Of these players, `voiding`, every match is void,
    and of any two of `apart` every one that has both.
    """

    def __init__(
        self,
        *script: MatchVoid | None,
        failing: Iterable[Player] = (),
        voiding: Iterable[Player] = (),
        apart: Iterable[Player] = (),
        is_here: bool = True,
    ) -> None:
        self.slots = 1
        self.is_here = is_here
        self.started: list[MatchTask] = []
        self.failing = {*failing}
        self.voiding = {*voiding}
        self.apart = {*apart}
        self._script = deque(script)
        self._events: deque[tuple[str, Event]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __len__(self) -> int:
        return len(self._events)

    def examine(self) -> Machine:
        return read_machine("container", "", self.slots)

    def start(self, task: MatchTask) -> None:
        self.started.append(task)
        said = self._script.popleft() if self._script else None
        if self.voiding & players_of(task) or len(self.apart & players_of(task)) > 1:
            said = VOID
        played = MatchPlayed(self._record(rec.Plan.FromString(task.plan), task.attempt))
        self._events.append((task.job, said or played))

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        return [self._events.popleft()] if self._events else []

    def jobs(self) -> list[str]:
        return [task.job for task in self.started]

    def matches(self) -> list[int]:
        """Return the numbers of the ladder's matches that were started."""
        return [int(job.split()[1]) for job in self.jobs() if is_rated(job)]

    def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
        failing = [name_of(player) for player in self.failing]
        return ladders.play(plan, failing, attempt)


class Timed(Scripted):
    """Takes so many seconds for a match of the ladder, and for all others."""

    def __init__(self, *script: MatchVoid | None, rated: float, others: float) -> None:
        super().__init__(*script)
        self.now = 0.0
        self._seconds = rated, others

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        found = super().wait(limit)
        for job, _ in found:
            self.now += self._seconds[not is_rated(job)]
        return found


class StoreClock:
    """The time by which the seconds of authors are counted, an hour ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = datetime.now(UTC) + timedelta(hours=1)
        for module in ("jobs", "uploads"):
            monkeypatch.setattr(f"ladder.store.{module}.utc_now", lambda: self._now)

    def wait(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)


class Checking(Intake):
    """Has this many uploads, and no process; the checks end when six matches have begun."""

    def __init__(self, place: Path, store: Store, executor: Scripted, uploads: int) -> None:
        super().__init__(str(place), store, Host("process"))
        self._executor = executor
        self._left = uploads
        self._told = UploadLine(
            1, "ada", "bot", datetime.now(UTC), UploadState.CHECKING, None, "", None
        )

    def begin(self) -> UploadLine | None:
        if not self._left:
            return None
        self._left -= 1
        self.running.append(Check(UploadCheck(self._left, 1)))
        return self._told

    def ended(self) -> list[Check]:
        return self.running[:] if len(self._executor.started) >= 6 else []

    def finish(self, check: Check) -> UploadLine:
        self.running.remove(check)
        return self._told


def is_rated(job: str) -> bool:
    return job.startswith("match ")


def players_of(task: MatchTask) -> set[Player]:
    return {bot.name for bot in rec.Plan.FromString(task.plan).bots}


def make_ladder(
    folder: Path,
    *bots: str,
    divisions: Sequence[Division] = (PAIRS,),
    games_a_match: int = 4,
    name: str = "ladder.db",
) -> Store:
    """Make a ladder of short matches; its bots are there by name only."""
    opened = open_log(*divisions, games_a_match=games_a_match)
    store = create_store(str(folder / name), opened)
    for bot in bots:
        enter(store, bot)
    return store


def enter(store: Store, bot: str, version: int = 1) -> None:
    digest = sha256(f"{bot} {version}".encode()).hexdigest()
    store.enter(Entered(f"{bot}@{version}", ORGANISER, digest, ()), b"packed")


def make_season(
    store: Store,
    executor: Scripted,
    choose: Format = endless,
    *,
    parallel: int = 1,
    intake: Intake | None = None,
    due: DueActs | None = None,
    reviewer: Reviewer | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Season:
    executor.slots = parallel
    return Season(
        store,
        executor,
        choose,
        rng=Random(1),
        intake=intake,
        reviewer=reviewer or Reviewer(),
        due=due,
        now=now,
        pause=0.0,
    )


def play(
    store: Store,
    executor: Scripted,
    most: int | None = None,
    *,
    choose: Format = endless,
    parallel: int = 1,
    may_plan: Callable[[], bool] = lambda: True,
) -> list[SeasonEvent]:
    """Play a season to its end."""
    return run_to_end(make_season(store, executor, choose, parallel=parallel), most, may_plan)


def run_to_end(
    season: Season, most: int | None, may_plan: Callable[[], bool] = lambda: True
) -> list[SeasonEvent]:
    """Return all that a season tells."""
    told: list[SeasonEvent] = []
    season.run(most, may_plan, told.append)
    return told


class Stopped(BaseException):
    """A season was stopped, as by Ctrl-C."""


def follow(
    season: Season, most: int | None, may_plan: Callable[[], bool] = lambda: True
) -> Generator[SeasonEvent]:
    """Yield what a season tells, which goes on when the next is asked for, in a thread of its own.

    It is stopped where that ends before.
    """
    goes_on, told = SimpleQueue[bool](), SimpleQueue[SeasonEvent | None]()
    over = Flag()

    def may_go_on() -> bool:
        # A season that tells nothing any more asks this.
        if over.is_set():
            raise Stopped
        return may_plan()

    def tell(event: SeasonEvent) -> None:
        told.put(event)
        if not goes_on.get():
            raise Stopped

    def run() -> None:
        try:
            season.run(most, may_go_on, tell)
        finally:
            told.put(None)

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run)
        try:
            while (event := told.get()) is not None:
                yield event
                goes_on.put(True)
        finally:
            over.set()
            goes_on.put(False)
        running.result()


def fail(
    monkeypatch: pytest.MonkeyPatch, what: object, name: str, times: int = 1, *, done: bool = False
) -> None:
    """Have a method fail so often: before it has done anything, or just after."""
    real: Callable[..., Any] = getattr(what, name)
    left = [None] * times

    def failing(*args: object, **named: object) -> Any:
        if not left:
            return real(*args, **named)
        left.pop()
        if done:
            real(*args, **named)
        raise AWAY

    monkeypatch.setattr(what, name, failing)


def kinds(store: Store) -> Counter[str]:
    """Count the entries of a log by their kind."""
    return Counter(type(entry.body).__name__ for entry in store.entries())
