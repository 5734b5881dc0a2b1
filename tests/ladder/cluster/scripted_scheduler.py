"""A scheduler that exists only as a script: who is there, who is asked, and what they answer."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self, cast

from distributed import CancelledError, Client

from arena.boxes.connection.watch import Timings
from arena.runner.referee_process import MatchPlayed
from arena.v1 import record_pb2 as rec
from ladder.cluster.address import Address
from ladder.cluster.player import Outcome, WorkerAnswer
from ladder.cluster.scheduler import Report, list_reports
from ladder.cluster.worker import DASK, Message, WorkerReport
from ladder.machine.pulse import Machine
from ladder.season.executor import MatchTask


@dataclass(eq=False)
class Asked:
    """A task that a worker has got, and what the season waits for."""

    worker: str
    key: str
    task: MatchTask
    files: Mapping[str, bytes]
    wanted: bool
    """Whether it had to be this worker."""
    result: "asyncio.Future[WorkerAnswer]"

    def answer(self, outcome: Outcome) -> None:
        self.result.set_result(WorkerAnswer(outcome, self.worker, f"tcp://{self.worker}"))


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
        if result.done() and (error := result.exception()) is not None:
            return "cancelled" if isinstance(error, CancelledError) else "error"
        return "finished"

    def __await__(self) -> Generator[Any, None, WorkerAnswer]:
        return self._asked.result.__await__()

    def release(self) -> None:
        self.released = True


@dataclass(frozen=True)
class ScriptedData:
    """What Dask returns for bytes that it has taken to a worker."""

    address: str
    content: bytes


@dataclass
class ScriptedScheduler:
    """Gives tasks to its workers in turn. Make one, and have an executor `connect` to it."""

    machine: Machine
    script: Script
    asked: list[Asked] = field(default_factory=list)
    sent: list[tuple[str, bytes]] = field(default_factory=list)
    """To which address what was sent past the scheduler."""
    dismissed: list[str] = field(default_factory=list)
    """The addresses of those that were told to leave."""
    refusals: int = 0
    """So often nobody answers when somebody connects."""
    connections: int = 0
    other: bool = False
    """It is of another version."""
    unreachable: str = ""
    """The worker whose port is closed to the season."""

    def __post_init__(self) -> None:
        self.hear: Callable[[tuple[float, Message]], None] | None = None
        self._reports: dict[str, WorkerReport] = {}
        self._waiting = deque[str]()
        self._broken = False

    def join(self, *names: str, machine: Machine | None = None) -> Self:
        """Have workers be there, on such a machine as the season wants unless it is said."""
        for name in names:
            its = machine or self.machine
            self._reports[name] = WorkerReport(name, f"tcp://{name}", its, DASK, time.time(), ())
            self._waiting.append(name)
        return self

    def leave(self, name: str) -> None:
        del self._reports[name]
        self._waiting.remove(name)

    def keep(self, name: str, *keys: str) -> None:
        """Have a worker say that it has the results of matches."""
        self._reports[name] = replace(self._reports[name], kept=keys)

    def tell(self, asked: Asked, game: rec.GameRecord) -> None:
        """Have a worker tell of a game that is over."""
        assert self.hear is not None
        self.hear((0.0, {"key": asked.key, "game": game.SerializeToString()}))

    def lose_connection(self, *, for_long: bool = False) -> None:
        """Have the connection of its client break, and remain so if that is for long."""
        self.hear = None
        self._broken = for_long
        for asked in self.asked:
            if not asked.result.done():
                asked.result.set_exception(CancelledError())

    # --- for the executor, in its thread ---

    async def connect(self, _: Address) -> Client:
        self.connections += 1
        if self.connections <= self.refusals:
            raise OSError
        self._broken = False
        return cast("Client", self)

    async def close(self) -> None:
        pass

    def subscribe_topic(self, _: str, hear: Callable[[tuple[float, Message]], None]) -> None:
        self.hear = hear

    async def scatter(
        self, data: Mapping[str, bytes], *, workers: Sequence[str], direct: bool, **_: object
    ) -> dict[str, ScriptedData]:
        assert direct
        if f"tcp://{self.unreachable}" in workers:
            raise OSError("Timed out")
        self.sent += [(address, content) for address in workers for content in data.values()]
        return {name: ScriptedData(workers[0], content) for name, content in data.items()}

    def submit(
        self,
        _play: object,
        key: str,
        task: MatchTask,
        files: Mapping[str, ScriptedData],
        /,
        *,
        workers: Sequence[str] | None,
        **_: object,
    ) -> ScriptedTask:
        if workers is None:
            self._waiting.rotate(-1)
        # Dask prefers anyone who has the files.
        places = [*(workers or ()), *(its.address for its in files.values())]
        worker = places[0].removeprefix("tcp://") if places else self._waiting[-1]
        result = asyncio.get_running_loop().create_future()
        contents = {digest: its.content for digest, its in files.items()}
        asked = Asked(worker, key, task, contents, workers is not None, result)
        self.asked.append(asked)
        outcome = self.script(asked)
        if isinstance(outcome, BaseException):
            result.set_exception(outcome)
        elif outcome is not None:
            asked.answer(outcome)
        return ScriptedTask(asked)

    async def run(self, _dismiss: object, _reason: str, *, workers: Sequence[str]) -> None:
        self.dismissed += workers

    async def run_on_scheduler(self, function: object) -> Sequence[Report]:
        assert function is list_reports
        if self._broken:
            raise OSError
        if self.other:
            raise AttributeError("Can't get attribute 'list_reports'")
        return [(its.time, asdict(its)) for its in self._reports.values()]


def played(task: MatchTask, score: int = 1) -> MatchPlayed:
    """Return a match of two games that ends so."""
    games = [rec.GameRecord(number=number, scores=[score]) for number in range(2)]
    plan = rec.Plan.FromString(task.plan)
    return MatchPlayed(rec.Record(plan=plan, games=games), (), Timings())
