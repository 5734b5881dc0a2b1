"""The executor of a season whose matches are played by workers.

A match is a task of Dask's, and its result is the task's. It names the submissions by their
digests; a worker that lacks one says so, is sent the files straight, and gets the task again. Dask
has a lost worker's tasks played again by others. Each match is reported once, however many answers
come.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, ClassVar, Final, Self, TypeVar
from uuid import uuid4

from distributed import CancelledError, Client, Future, KilledWorker

from arena.boxes.host.leftovers import runtime_folder
from arena.containers.recipe import read_recipe
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.cluster import PATIENCE
from ladder.cluster.address import Address
from ladder.cluster.player import Lacking, Outcome, WorkerAnswer
from ladder.cluster.scheduler import list_reports
from ladder.cluster.worker import (
    DASK,
    GAMES,
    Message,
    WorkerReport,
    at_most,
    dismiss,
    minor,
    name_resource,
    play,
    read_report,
)
from ladder.machine.pulse import Machine, WorkerState, read_machine
from ladder.season.executor import ExecutorEvent, MatchTask, Notice, open_bots
from ladder.store.database import Away
from ladder.submissions.files import SubmissionCache

ResultT = TypeVar("ResultT")

# A worker's clock is wrong beyond this many seconds.
_MOST_OFF: Final = 60.0
_LOOK: Final = 1.0
_CLOSING: Final = 5.0
# Errors of Dask when a scheduler or a worker has gone; tasks that are lost with it are cancelled.
_LOST: Final = (OSError, CancelledError)


@dataclass(slots=True)
class _Known:
    """A worker that has joined, and what has come of it."""

    report: WorkerReport
    left: asyncio.Future[None]
    """Done when it is not at this address any more."""
    here: bool = True
    fault: str = ""
    """Why it gets no matches; empty if it does."""

    @property
    def plays(self) -> bool:
        return self.here and not self.fault


@dataclass(slots=True)
class _Order:
    """A match that somebody is asked to play."""

    task: MatchTask
    kept: asyncio.Future[str]
    """The name of a worker that has its result, and that the task was taken away from."""
    told: set[int] = field(default_factory=set)
    """The numbers of its games that were told, anyone who played them."""
    key: str = field(default_factory=lambda: uuid4().hex)


async def connect(address: Address) -> Client:
    """Return a client of Dask's; OSError if no scheduler answers."""
    client: Client = await Client(
        address.url,
        asynchronous=True,
        security=address.security,
        timeout=PATIENCE,
        set_as_default=False,
        direct_to_workers=True,
    )
    return client


@dataclass(eq=False)
class ClusterExecutor:
    """Plays on the workers of a scheduler. Every `pause` seconds it looks who is there."""

    address: Address
    fetch: Callable[[str], bytes | None]
    box: str
    _: KW_ONLY
    connect: Callable[[Address], Awaitable[Client]] = connect
    pause: float = _LOOK
    is_here: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self._machine = read_machine(self.box, read_recipe().digest, 0)
        self._resource = name_resource(self._machine, DASK)
        self._events: SimpleQueue[tuple[str, ExecutorEvent] | BaseException] = SimpleQueue()
        self._workers: dict[str, _Known] = {}
        """By their names."""
        self._tallies = Counter[tuple[str, type[Outcome]]]()
        """How many matches of each came to what. One may play before anybody has seen it."""
        self._orders: dict[str, _Order] = {}
        self._told: dict[str, str] = {}
        """Sentences about what is not as it should be, by a word for it."""
        self._no_answer = f"No scheduler answers at {self.address.url}; waiting for one."
        self._client: Client | None = None
        self._connecting = asyncio.Lock()
        self._loop = asyncio.new_event_loop()
        self._running: set[asyncio.Task[None]] = set()
        self._held = ExitStack()

    # --- for the season, in its thread ---

    def __enter__(self) -> Self:
        with ExitStack() as held:
            folder = held.enter_context(runtime_folder())
            self._cache = held.enter_context(SubmissionCache(self.fetch, folder))
            held.callback(self._loop.close)
            thread = Thread(target=self._loop.run_forever, daemon=True)
            thread.start()
            held.callback(thread.join)
            held.callback(self._loop.call_soon_threadsafe, self._loop.stop)
            held.callback(self._call, self._close())
            self._notify(
                f"Season and workers reach the scheduler at {self.address.url}; season and"
                " scheduler reach each worker at the port that it joins with."
            )
            self._call(self._look())
            self._call(self._keep(self._watch()))
            self._held = held.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    @property
    def slots(self) -> int:
        """How many matches the workers play at once; 1 while there is none, and it waits."""
        return max(1, sum(each.machine.parallel for each in self._reports()))

    def examine(self) -> Machine:
        playing = [report.machine for report in self._reports()]
        return replace(
            self._machine,
            host=self.address.url,
            cpus=sum(each.cpus for each in playing),
            memory=sum(each.memory for each in playing),
            parallel=sum(each.parallel for each in playing),
            load=round(sum(each.load for each in playing), 2),
            workers=tuple(self._describe(name) for name in sorted(self._workers)),
        )

    def start(self, task: MatchTask) -> None:
        plan = rec.Plan.FromString(task.plan)
        open_bots(self._cache, plan)
        self._cache.trim(())
        asyncio.run_coroutine_threadsafe(self._keep(self._play(task)), self._loop)

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, ExecutorEvent]]:
        events = []
        with suppress(Empty):
            found = self._events.get(timeout=limit)
            while True:
                if isinstance(found, BaseException):
                    raise found
                events.append(found)
                found = self._events.get_nowait()
        return events

    def _call(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    # --- in the thread that speaks to the scheduler ---

    async def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that goes on until the executor is closed."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        """An error that nobody expected ends the season, which would otherwise wait for ever."""
        self._running.discard(task)
        if not task.cancelled() and (bug := task.exception()) is not None:
            self._events.put(bug)

    async def _close(self) -> None:
        for task in self._running:
            task.cancel()
        # So that it is known who was there at the end.
        await at_most(_CLOSING, self._look())
        if self._client is not None:
            await at_most(_CLOSING, self._client.close())
        # Dask still tries to do these for a scheduler that is away.
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for each in left:
            each.cancel()
        if left:
            await asyncio.wait(left, timeout=_CLOSING)

    async def _link(self) -> Client:
        """Return the client of Dask's; it finds a scheduler again that is away for a moment."""
        async with self._connecting:
            while self._client is None:
                try:
                    self._client = await self.connect(self.address)
                except _LOST:
                    self._tell("scheduler", self._no_answer)
                    await asyncio.sleep(self.pause)
            return self._client

    def _hear(self, event: tuple[float, Message]) -> None:
        """Take what a worker tells of a game that is over."""
        _, message = event
        order = self._orders.get(message["key"])
        if order is None:
            return
        game = rec.GameRecord.FromString(message["game"])
        if game.number not in order.told:
            order.told.add(game.number)
            self._events.put((order.task.job, GamePlayed(game)))

    def _notify(self, text: str) -> None:
        self._events.put(("", Notice(text)))

    def _tell(self, about: str, text: str) -> None:
        """Say once what is not as it should be; empty: it is so again."""
        if text and self._told.get(about) != text:
            self._notify(text)
        self._told[about] = text

    # --- a match ---

    async def _play(self, task: MatchTask) -> None:
        order = _Order(task, self._loop.create_future())
        self._orders[order.key] = order
        try:
            self._events.put((task.job, await self._ask(order)))
        finally:
            del self._orders[order.key]

    async def _ask(self, order: _Order) -> MatchPlayed | MatchVoid:
        """Have a match played; return what came of it."""
        while True:
            # No scheduler is asked that would not understand it.
            while self._told.get("scheduler"):  # noqa: ASYNC110 - each look may clear it
                await asyncio.sleep(self.pause)
            with suppress(*_LOST):
                answer = await self._submit(order)
                if not isinstance(answer.outcome, Lacking):
                    self._tallies[answer.worker, type(answer.outcome)] += 1
                    return answer.outcome
            # The scheduler went away, or the worker, or another one has the result.
            await asyncio.sleep(self.pause)

    async def _submit(self, order: _Order) -> WorkerAnswer:
        """Give a match to Dask, and the files to who lacks them; return what has come of it.

        A worker that has the result is asked for it. One of _LOST if nobody is there to do it.
        """
        keeper = self._workers[order.kept.result()] if order.kept.done() else None
        wanted = keeper if keeper is not None and keeper.plays else None
        answer = await self._result(order, wanted, {})
        if isinstance(answer.outcome, Lacking):
            files = await self._send(answer.outcome, answer.address)
            answer = await self._result(order, wanted, files)
        return answer

    async def _send(self, lacking: Lacking, address: str) -> dict[str, Future[bytes]]:
        """Send files to a worker, past the scheduler; they stay as long as what is returned."""
        found = await self._read(lacking.digests)
        client = await self._link()
        # The names are new: Dask may still be about to forget those that were there before.
        named = {f"{digest}-{uuid4().hex}": its for digest, its in found.items()}
        try:
            sent = await client.scatter(named, workers=[address], direct=True, timeout=_CLOSING)
        except TimeoutError:
            # It has left meanwhile.
            raise
        except OSError as error:
            self._notify(
                f"The season does not reach the worker at {address} to send it bots' files:"
                f" {error}. Its host has to open this port to the season."
            )
            raise
        return dict(zip(found, sent.values(), strict=True))

    async def _read(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return the files of submissions, once the database is there."""
        while True:
            with suppress(Away):
                found = [await asyncio.to_thread(self._cache.find, digest) for digest in digests]
                return {digest: its or b"" for digest, its in zip(digests, found, strict=True)}
            await asyncio.sleep(self.pause)

    async def _result(
        self, order: _Order, worker: _Known | None, files: Mapping[str, Future[bytes]]
    ) -> WorkerAnswer:
        """Return what has come of a task; one of _LOST if nobody is there to do it."""
        client = await self._link()
        asked = client.submit(
            play,
            order.key,
            order.task,
            files,
            key=f"match-{uuid4().hex}",
            resources={self._resource: 1},
            # Not with allow_other_workers: who joins later would not be one of those.
            workers=None if worker is None else [worker.report.address],
            pure=False,
        )
        waiting: asyncio.Future[WorkerAnswer] = asyncio.ensure_future(asked)
        ends: set[asyncio.Future[Any]] = {waiting}
        if worker is not None:
            ends.add(worker.left)
        if not order.kept.done():
            ends.add(order.kept)
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                raise CancelledError
            error = waiting.exception()
            if error is not None and asked.status == "error":
                return WorkerAnswer(MatchVoid(_explain(error)))
            return waiting.result()
        finally:
            waiting.cancel()
            asked.release()

    # --- the workers ---

    def _reports(self) -> list[WorkerReport]:
        """Return what those say of themselves that get matches."""
        return [each.report for each in [*self._workers.values()] if each.plays]

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self.pause)
            await self._look()

    async def _look(self) -> None:
        """See who is there, and judge it."""
        client, url = await self._link(), self.address.url
        late = self._loop.call_later(_CLOSING, self._tell, "scheduler", self._no_answer)
        try:
            # Not as long as Dask's client waits, which then gives up without a word.
            async with asyncio.timeout(PATIENCE / 2):
                reports = await client.run_on_scheduler(list_reports)
        except _LOST:
            self._tell("scheduler", self._no_answer)
            self._client = None
            await at_most(_CLOSING, client.close())
            return
        except (ImportError, AttributeError):
            self._tell("scheduler", f"The scheduler at {url} has another card-arena than this.")
            return
        finally:
            late.cancel()
        self._tell("scheduler", "")
        # Another scheduler knows nothing of it.
        client.subscribe_topic(GAMES, self._hear)
        here = {message["name"] for _, message in reports}
        for at, message in reports:
            await self._note(at, message)
        for name, known in self._workers.items():
            if known.here and name not in here:
                known.here = False
                known.left.set_result(None)
                if not known.fault:
                    self._notify(f"Worker {name} has left.")
        advice = f"waiting for one. On its host, type: ladder worker {url}"
        self._tell("workers", "" if self._reports() else f"No worker plays at {url}; {advice}")

    async def _note(self, at: float, message: Message) -> None:
        """Take a worker's report, which the scheduler got at a time on its clock."""
        name, report = message["name"], read_report(message)
        if report is None:
            other = f"Worker {name} gets no matches: it has another card-arena than this."
            self._tell(f"worker {name}", other)
            return
        off, left = report.time - at, self._loop.create_future()
        known = self._workers.setdefault(name, _Known(report, left, here=False))
        came = not known.here
        if known.report.address != report.address and known.here:
            known.left.set_result(None)
        if known.left.done():
            known.left = left
        known.report, known.here = report, True
        if known.fault:
            return
        known.fault = find_fault(report, off, self._machine)
        if known.fault:
            self._notify(f"Worker {name} is set aside: {known.fault}.")
            client = await self._link()
            # It may have gone, or not know what we say.
            await at_most(_CLOSING, client.run(dismiss, known.fault, workers=[report.address]))
        elif came:
            many = report.machine.parallel
            self._notify(f"Worker {name} has joined at {report.address}; it plays {many} at once.")
        for key in report.kept:
            order = self._orders.get(key)
            if order is not None and not order.kept.done():
                order.kept.set_result(name)

    def _describe(self, name: str) -> WorkerState:
        known = self._workers[name]
        machine = known.report.machine
        state = "plays" if known.here else "left"
        return WorkerState(
            name=name,
            state=f"set aside: {known.fault}" if known.fault else state,
            slots=machine.parallel,
            cpus=machine.cpus,
            memory=machine.memory,
            played=self._tallies[name, MatchPlayed],
            void=self._tallies[name, MatchVoid],
        )


def _explain(error: BaseException) -> str:
    """Say why Dask got no result of a task."""
    if isinstance(error, KilledWorker):
        return "one worker after the other was lost with it"
    return f"its worker failed with {type(error).__name__}: {error}"


def find_fault(report: WorkerReport, off: float, wanted: Machine) -> str:
    """Say why a worker may not play whose clock is `off` by this many seconds; empty if it may."""
    its = report.machine
    for what, one, other in (
        ("card-arena", its.version, wanted.version),
        ("Python", minor(its.python), minor(wanted.python)),
        ("Dask", report.dask, DASK),
        ("image", its.image[:12], wanted.image[:12]),
    ):
        if one != other:
            return f"it has {what} {one}, and the season {other}"
    if its.box != wanted.box:
        return f"its bots play in boxes of the kind {its.box}, and the season's in {wanted.box}"
    if abs(off) > _MOST_OFF:
        return f"its clock is {abs(off):.0f} seconds off the scheduler's"
    return ""
