"""Where matches are played: a match is a task that says all of it, and an executor plays tasks."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Protocol, Self

from arena.bots.manifest import Bot
from arena.boxes.leftovers import runtime_folder
from arena.containers.recipe import read_recipe
from arena.errors import HostFailure
from arena.runner.referee_process import Event, Referees
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from ladder.matches import Player
from ladder.pulse import Machine, read_machine
from ladder.store.store import Store
from ladder.submissions import SubmissionCache, Unusable, pack_sample


@dataclass(frozen=True, slots=True)
class MatchTask:
    """One match, for whichever machine plays it; it may be played twice without harm."""

    match: int
    plan: bytes
    """A serialised arena.v1.Plan: the submissions by their digests. Its box is the executor's."""
    attempt: int = 0
    """How often the match was void before; each attempt has other cards."""


class CannotStart(HostFailure):
    """A match cannot be begun because of the files of one of its bots. Others can."""

    def __init__(self, player: Player, why: str) -> None:
        super().__init__(f"{player} cannot play: {why}")
        self.player = player


class Executor(Protocol):
    """Plays tasks, several at once, and says what happens. To be used as a context."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def examine(self, parallel: int) -> Machine:
        """Return what plays, so many matches at once, and how busy it is."""
        ...

    def start(self, task: MatchTask) -> None:
        """Have a match played. CannotStart if one of its bots has no files that can be used."""
        ...

    def wait(self, limit: float | None = None) -> Sequence[tuple[int, Event]]:
        """Wait until something happens, or for `limit` seconds; return it with the matches."""
        ...


class LocalExecutor:
    """Plays on this machine, each match under a referee's process of its own."""

    def __init__(self, store: Store, box: str, allow_missing: Sequence[str] = ()) -> None:
        self._store = store
        self._box = box
        self._allow_missing = allow_missing
        self._image = read_recipe().digest
        self._held = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as held:
            folder = held.enter_context(runtime_folder())
            self._cache = held.enter_context(SubmissionCache(self._fetch, folder))
            self._referees = held.enter_context(Referees())
            self._held = held.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def examine(self, parallel: int) -> Machine:
        return read_machine(self._box, self._image, parallel)

    def start(self, task: MatchTask) -> None:
        plan = rec.Plan.FromString(task.plan)
        # As it is today: the season that planned it may have had others.
        plan.box, plan.image = self._box, self._image
        plan.allow_missing[:] = self._allow_missing
        bots = tuple(map(self._open, plan.bots))
        self._referees.start(task.match, Task(plan, bots, attempt=task.attempt))

    def _open(self, bot: rec.Bot) -> Bot:
        try:
            return replace(self._cache.bot(bot.digest), name=bot.name)
        except Unusable as lack:
            raise CannotStart(bot.name, str(lack)) from lack

    def wait(self, limit: float | None = None) -> Sequence[tuple[int, Event]]:
        return self._referees.wait(limit)

    def _fetch(self, digest: str) -> bytes | None:
        return self._store.submission(digest) or pack_sample(digest)
