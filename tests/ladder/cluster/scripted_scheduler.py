"""A scheduler that exists only as a script: who is there, who is asked, and what they answer."""

import asyncio
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self, cast

from arena.boxes.timings import Timings
from arena.runner.referee_process import MatchPlayed
from arena.v1 import record_pb2 as rec
from ladder.cluster.address import Address
from ladder.cluster.connection import Link, Message
from ladder.cluster.player import Outcome
from ladder.cluster.speed import Speed
from ladder.cluster.worker import REPORT, WorkerReport, write_outcome
from ladder.executor import MatchTask
from ladder.pulse import Machine


@dataclass(eq=False)
class Asked:
    """A task that a worker has got, and what the season waits for."""

    worker: str
    key: str
    task: MatchTask
    files: Mapping[str, bytes]
    wanted: bool
    """Whether it had to be this worker."""
    result: "asyncio.Future[Message]"

    def answer(self, outcome: Outcome) -> None:
        self.result.set_result(self.message(outcome))

    def message(self, outcome: Outcome) -> Message:
        return {"key": self.key, "name": self.worker, **write_outcome(outcome)}


Script = Callable[[Asked], Outcome | BaseException | None]
"""What comes of a task; None if nothing does yet."""


class ScriptedTask:
    """What Dask returns for a task that was submitted."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self.released = False

    @property
    def status(self) -> str:
        result = self._asked.result
        return "error" if result.done() and result.exception() is not None else "finished"

    def __await__(self) -> Generator[Any, None, Message]:
        return self._asked.result.__await__()

    def release(self) -> None:
        self.released = True


@dataclass
class ScriptedScheduler:
    """Gives tasks to its workers in turn. Make one, and have an executor `connect` to it."""

    machine: Machine
    script: Script
    asked: list[Asked] = field(default_factory=list)
    dismissed: list[str] = field(default_factory=list)
    """The addresses of those that were told to leave."""
    restarts: int = 0

    def __post_init__(self) -> None:
        self._reports: dict[str, WorkerReport] = {}
        self._waiting = deque[str]()
        self._lost: asyncio.Future[None] | None = None

    def join(self, *names: str, rounds: float = 100.0) -> Self:
        """Have workers be there, as fast as this."""
        for name in names:
            self._reports[name] = WorkerReport(self.machine, Speed(rounds, 0.1), 0.0)
            self._waiting.append(name)
        return self

    def leave(self, name: str) -> None:
        del self._reports[name]
        self._waiting.remove(name)

    # --- for the executor, in its thread ---

    def connect(
        self, _: Address, hear: Callable[[Message], None], __: Callable[[str], None]
    ) -> Self:
        self.hear = hear
        return self

    async def link(self) -> Link:
        if self._lost is None or self._lost.done():
            self._lost = asyncio.get_running_loop().create_future()
        return cast("Link", ScriptedLink(self, self._lost))

    async def close(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Have the scheduler go, and what it knew; the next one is there at once."""
        self.restarts += 1
        if self._lost is not None and not self._lost.done():
            self._lost.set_result(None)

    def submit(
        self,
        _play: object,
        key: str,
        match: Message,
        files: Mapping[str, bytes],
        /,
        *,
        workers: Sequence[str] | None,
        **_: object,
    ) -> ScriptedTask:
        if workers is None:
            self._waiting.rotate(-1)
        worker = self._waiting[-1] if workers is None else workers[0].removeprefix("tcp://")
        result = asyncio.get_running_loop().create_future()
        task = MatchTask(**match)
        asked = Asked(worker, key, task, dict(files), workers is not None, result)
        self.asked.append(asked)
        outcome = self.script(asked)
        if isinstance(outcome, BaseException):
            result.set_exception(outcome)
        elif outcome is not None:
            asked.answer(outcome)
        return ScriptedTask(asked)

    async def run(self, _dismiss: object, _reason: str, *, workers: Sequence[str]) -> None:
        self.dismissed += workers

    def identify(self) -> Message:
        return {
            f"tcp://{name}": {"name": name, "metrics": {REPORT: asdict(report)}}
            for name, report in self._reports.items()
        }


@dataclass(frozen=True)
class ScriptedLink:
    """A connection to it that stands until it is lost."""

    client: ScriptedScheduler
    lost: "asyncio.Future[None]"

    async def workers(self) -> Message:
        return self.client.identify()


def played(task: MatchTask, score: int = 1) -> MatchPlayed:
    """Return a match of two games that ends so."""
    games = [rec.GameRecord(number=number, scores=[score]) for number in range(2)]
    plan = rec.Plan.FromString(task.plan)
    return MatchPlayed(rec.Record(plan=plan, games=games), (), Timings())
