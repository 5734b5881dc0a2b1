"""Executors play matches: a match is a task that holds all that is needed."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import KW_ONLY, dataclass, replace
from itertools import count
from multiprocessing.connection import Connection
from typing import ClassVar, Protocol, Self, TypeAlias

from arena.bots.intake import TakenBot
from arena.boxes.wall_clock import require_cpu_clock
from arena.containers.recipe import read_recipe
from arena.errors import CannotPlay
from arena.match.plan import read_plan
from arena.runner.host import Host
from arena.runner.referee_process import Event, GamePlayed, Referees
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from ladder.machine.pulse import Machine, read_machine
from ladder.submissions.files import SubmissionCache, Unusable


@dataclass(frozen=True, slots=True)
class MatchTask:
    """One match, for whichever machine plays it; it may be played twice without harm."""

    job: str
    """The name by which its events are told: `match 7`; no two at once have the same."""
    plan: bytes
    """A serialised arena.v1.Plan: the submissions by their digests. Its box is the executor's."""
    attempt: int = 0
    """How often the match was void before; each attempt has other cards."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Sentence of an executor that is of no match."""

    text: str


ExecutorEvent: TypeAlias = Event | Notice


class Executor(Protocol):
    """Plays tasks, several at once, and says what happens. To be used as a context."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    @property
    def is_here(self) -> bool:
        """Whether it plays on this machine, and so shares its CPUs with what else is done here."""
        ...

    @property
    def slots(self) -> int:
        """How many matches it plays at once, as things are now; 1 or more."""
        ...

    def examine(self) -> Machine:
        """Return what plays, and how busy it is."""
        ...

    def start(self, task: MatchTask) -> None:
        """Have a match played. CannotPlay if one of its bots has no files that can be used."""
        ...

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, ExecutorEvent]]:
        """Wait until something happens, or for `limit` seconds; return it with the jobs."""
        ...


@dataclass(eq=False)
class LocalExecutor:
    """Plays on this machine, each match under a referee's process of its own.

    The bots' files come from `fetch`, by their digest, or are those of a sample bot. Unavailable if
    their CPU time cannot be charged.
    """

    fetch: Callable[[str], bytes | None]
    host: Host
    _: KW_ONLY
    slots: int = 1
    is_here: ClassVar[bool] = True

    def __post_init__(self) -> None:
        require_cpu_clock(self.host.box)
        self._image = read_recipe().digest
        self._numbers = count()
        # By the number of its referee: the job, and the digests of its bots.
        self._playing: dict[int, tuple[str, set[str]]] = {}
        self._held = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as held:
            host = held.enter_context(self.host)
            self._cache = held.enter_context(SubmissionCache(self.fetch, host.folder()))
            self._referees = held.enter_context(Referees(host))
            self._held = held.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def examine(self) -> Machine:
        return read_machine(self.host.box, self._image, self.slots)

    def start(self, task: MatchTask) -> None:
        message = rec.Plan.FromString(task.plan)
        # As it is today: the season that planned it may have had others.
        message.box, message.image = self.host.box, self._image
        message.allow_missing[:] = self.host.allow_missing
        plan, bots = read_plan(message), open_bots(self._cache, message)
        number = next(self._numbers)
        self._playing[number] = task.job, {bot.digest for bot in plan.bots}
        self._cache.trim(set().union(*(digests for _, digests in self._playing.values())))
        self._referees.start(number, Task(plan, bots, attempt=task.attempt))

    def lacks(self, task: MatchTask) -> tuple[str, ...]:
        """Return the digests of the submissions that this match needs and nobody has here."""
        digests = {bot.digest for bot in rec.Plan.FromString(task.plan).bots}
        return tuple(
            digest
            for digest in sorted(digests)
            if not (digest in self._cache or self._cache.find(digest))
        )

    def wait(
        self, limit: float | None = None, *others: Connection
    ) -> Sequence[tuple[str, ExecutorEvent]]:
        """Wait until something happens, or one of the `others` has something to be read."""
        events: list[tuple[str, ExecutorEvent]] = []
        for number, event in self._referees.wait(limit, *others):
            events.append((self._playing[number][0], event))
            if not isinstance(event, GamePlayed):
                del self._playing[number]
        return events


def open_bots(cache: SubmissionCache, plan: rec.Plan) -> tuple[TakenBot, ...]:
    """Return the bots of a plan with their files; CannotPlay names the one that has none."""
    return tuple(_open(cache, bot) for bot in plan.bots)


def _open(cache: SubmissionCache, bot: rec.Bot) -> TakenBot:
    try:
        return replace(cache.bot(bot.digest), name=bot.name)
    except Unusable as lack:
        raise CannotPlay(bot.name, str(lack)) from lack
