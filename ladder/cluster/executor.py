"""The executor of a season whose matches are played by workers.

A match is a task of Dask's. It names the submissions by their digests; a worker that lacks one says
so, and gets the task again with the files. Dask has a lost worker's tasks played again by others,
and whatever comes back, each match is reported once.
"""

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, Self, TypeVar
from uuid import uuid4

from distributed import CancelledError, Client, KilledWorker
from distributed.client import ClosedClientError, FutureCancelledError
from distributed.comm.core import CommClosedError

from arena.boxes.leftovers import runtime_folder
from arena.containers.recipe import read_recipe
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.cluster.address import PATIENCE, Address
from ladder.cluster.player import Lacking, Outcome
from ladder.cluster.worker import REPORT, TOPIC, Message, dismiss, name_resource, play, read_outcome
from ladder.executor import ExecutorEvent, MatchTask, Notice, open_bots
from ladder.pulse import Machine, WorkerState, read_machine
from ladder.submissions import SubmissionCache, pack_sample

ResultT = TypeVar("ResultT")

# A worker is too slow below this part of the fastest one's speed, and its clock is wrong beyond so
# many seconds.
_SLOWEST: Final = 0.5
_MOST_OFF: Final = 60.0
_LOOK: Final = 1.0
_CLOSING: Final = 5.0
_LOST: Final = (OSError, FutureCancelledError, CancelledError, ClosedClientError, CommClosedError)


@dataclass(slots=True)
class _Known:
    """A worker that has joined, and what has come of it."""

    address: str
    report: Message
    here: bool = True
    fault: str = ""
    """Why it gets no matches; empty if it does."""
    played: int = 0
    void: int = 0
    agreed: int = 0

    @property
    def plays(self) -> bool:
        return self.here and not self.fault


@dataclass(slots=True)
class _Order:
    """A match that somebody is asked to play."""

    key: str
    task: MatchTask
    handed_in: asyncio.Future[Message]
    """What a worker hands in that its task was taken away from."""
    games: set[int] = field(default_factory=set)


class ClusterExecutor:
    """Plays on the workers of a scheduler.

    One match of `twice` is played by two of them, which have to agree; 0 for none.
    """

    def __init__(
        self,
        address: Address,
        fetch: Callable[[str], bytes | None],
        box: str,
        *,
        twice: int,
    ) -> None:
        self._address = address
        self._fetch = fetch
        self._twice = twice
        self._machine = read_machine(box, read_recipe().digest, 0)
        self._resource = name_resource(self._machine.version, box, self._machine.image)
        self._events: SimpleQueue[tuple[int, ExecutorEvent]] = SimpleQueue()
        self._workers: dict[str, _Known] = {}
        """By their names."""
        self._orders: dict[str, _Order] = {}
        self._client: Client | None = None
        self._loop = asyncio.new_event_loop()
        self._running: set[asyncio.Task[None]] = set()
        self._held = ExitStack()

    # --- for the season, in its thread ---

    def __enter__(self) -> Self:
        self._address.require_answer()
        with ExitStack() as held:
            folder = held.enter_context(runtime_folder())
            self._cache = held.enter_context(SubmissionCache(self._find, folder))
            self._lock = asyncio.Lock()
            thread = Thread(target=self._loop.run_forever, daemon=True)
            thread.start()
            held.callback(thread.join)
            held.callback(self._loop.call_soon_threadsafe, self._loop.stop)
            held.callback(self._call, self._close())
            self._call(self._look())
            self._call(self._keep(self._watch()))
            self._held = held.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    @property
    def slots(self) -> int:
        """How many matches the workers play at once; 1 while there is none, and it waits."""
        return max(1, self.examine().parallel)

    def examine(self) -> Machine:
        playing = self._playing()
        return replace(
            self._machine,
            host=self._address.url,
            cpus=sum(each.report["cpus"] for each in playing),
            memory=sum(each.report["memory"] for each in playing),
            parallel=sum(each.report["parallel"] for each in playing),
            load=round(sum(each.report["load"] for each in playing), 2),
            workers=tuple(self._describe(name) for name in sorted(self._workers)),
        )

    def start(self, task: MatchTask) -> None:
        plan = rec.Plan.FromString(task.plan)
        open_bots(self._cache, plan)
        self._cache.trim(())
        asyncio.run_coroutine_threadsafe(self._keep(self._play(task)), self._loop)

    def wait(self, limit: float | None = None) -> Sequence[tuple[int, ExecutorEvent]]:
        with suppress(Empty):
            events = [self._events.get(timeout=limit)]
            while not self._events.empty():
                events.append(self._events.get())
            return events
        return []

    def _call(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _find(self, digest: str) -> bytes | None:
        return self._fetch(digest) or pack_sample(digest)

    # --- in the thread that speaks to the scheduler ---

    async def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that goes on until the executor is closed."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        if self._client is not None and self._client.status == "running":
            # So that it is known who was there at the end.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look(), PATIENCE)
        await self._disconnect()
        # What Dask still tries to do for a scheduler that is away.
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for each in left:
            each.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _connected(self) -> Client:
        """Return a client that speaks to a scheduler, however long it is away."""
        async with self._lock:
            away = False
            while self._client is None or self._client.status != "running":
                await self._disconnect()
                self._client = Client(
                    self._address.url,
                    asynchronous=True,
                    security=self._address.security,
                    timeout=PATIENCE,
                    set_as_default=False,
                    direct_to_workers=False,
                )
                try:
                    await self._client
                    self._client.subscribe_topic(TOPIC, self._hear)
                except _LOST:
                    if not away:
                        self._notify(
                            f"No scheduler answers at {self._address.url}; waiting for one."
                        )
                    away = True
                    await asyncio.sleep(_LOOK)
            return self._client

    async def _disconnect(self) -> None:
        if self._client is None:
            return
        client, self._client = self._client, None
        with suppress(TimeoutError, *_LOST):
            await asyncio.wait_for(client.close(), _CLOSING)
        # Where that took too long it would try again as it is forgotten.
        client.status = "closed"

    def _hear(self, event: tuple[float, Message]) -> None:
        """Take what a worker tells: a game that is over, or a result that nobody waits for."""
        _, message = event
        order = self._orders.get(message["key"])
        if order is None:
            return
        if "game" not in message:
            if not order.handed_in.done():
                order.handed_in.set_result(message)
            return
        game = rec.GameRecord.FromString(message["game"])
        if game.number not in order.games:
            order.games.add(game.number)
            self._events.put((order.task.match, GamePlayed(game)))

    def _notify(self, text: str) -> None:
        self._events.put((0, Notice(text)))

    # --- a match ---

    async def _play(self, task: MatchTask) -> None:
        names = self._names()
        if self._twice and len(names) > 1 and random.random() * self._twice < 1:
            outcome = await self._play_twice(task, random.sample(names, 2))
        else:
            _, outcome = await self._ask(task)
        self._events.put((task.match, outcome))

    async def _ask(
        self, task: MatchTask, worker: str | None = None
    ) -> tuple[str, MatchPlayed | MatchVoid]:
        """Have a match played, by this worker if it is there; return by whom, and what came."""
        order = _Order(uuid4().hex, task, self._loop.create_future())
        self._orders[order.key] = order
        files: dict[str, bytes] = {}
        try:
            while True:
                message = await self._submit(order, files, worker)
                outcome = read_outcome(message)
                if not isinstance(outcome, Lacking):
                    self._count(message["worker"], outcome)
                    return message["worker"], outcome
                # It may be another one, the next time, that lacks others.
                files |= {digest: self._find(digest) or b"" for digest in outcome.digests}
                worker = message["worker"]
        finally:
            del self._orders[order.key]

    async def _submit(self, order: _Order, files: dict[str, bytes], worker: str | None) -> Message:
        """Give a task to Dask until something has come of it."""
        while True:
            client = await self._connected()
            known = self._workers.get(worker or "")
            asked = client.submit(
                play,
                order.key,
                asdict(order.task),
                files,
                key=f"match-{order.task.match}-{uuid4().hex}",
                resources={self._resource: 1},
                workers=[known.address] if known is not None and known.plays else None,
                allow_other_workers=known is not None and known.plays,
                pure=False,
            )
            waiting = asyncio.ensure_future(asked)
            try:
                await asyncio.wait({waiting, order.handed_in}, return_when=asyncio.FIRST_COMPLETED)
                if order.handed_in.done():
                    return order.handed_in.result()
                return dict(waiting.result())
            except KilledWorker:
                why = "one worker after the other was lost with it"
                return {"worker": "", "void": why}
            except _LOST:
                # The scheduler went away, and what it knew.
                await asyncio.sleep(_LOOK)
            finally:
                waiting.cancel()
                asked.release()

    def _count(self, worker: str, outcome: Outcome) -> None:
        known = self._workers.get(worker)
        if known is not None:
            known.played += isinstance(outcome, MatchPlayed)
            known.void += isinstance(outcome, MatchVoid)

    # --- the same match twice ---

    async def _play_twice(self, task: MatchTask, pair: Sequence[str]) -> MatchPlayed | MatchVoid:
        """Have two workers play a match, and a third where they differ; return what counts.

        Who is outvoted is set aside. Where all three differ it is the bots that do not play the
        same twice.
        """
        answers = list(await asyncio.gather(*(self._ask(task, name) for name in pair)))
        played = [one for one in answers if isinstance(one[1], MatchPlayed)]
        if len({name for name, _ in played}) < 2:
            return (played or answers)[0][1]
        if _agree(played[0], played[1]):
            for name, _ in played:
                self._workers[name].agreed += 1
            return played[0][1]
        others = [name for name in self._names() if name not in pair]
        if not others:
            self._notify(
                f"{pair[0]} and {pair[1]} do not agree about match {task.match}; a third worker"
                " would tell which is wrong, or that its bots do not play the same twice."
            )
            return played[0][1]
        third = await self._ask(task, random.choice(others))
        right = [one for one in played if isinstance(third[1], MatchPlayed) and _agree(one, third)]
        if len(right) == 1 and third[0] not in pair:
            (wrong,) = (name for name, _ in played if name != right[0][0])
            await self._set_aside(
                wrong, f"two others agree about match {task.match}, and not with it"
            )
            return right[0][1]
        return played[0][1]

    # --- the workers ---

    def _names(self) -> list[str]:
        return [name for name, each in self._workers.items() if each.plays]

    def _playing(self) -> list[_Known]:
        return [each for each in [*self._workers.values()] if each.plays]

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            await self._look()

    async def _look(self) -> None:
        """See who is there, and judge it."""
        client = await self._connected()
        if client.scheduler is None:
            return
        try:
            identity = await client.scheduler.identity(n_workers=-1)
        except _LOST:
            return
        found = {
            its["name"]: (address, its["metrics"][REPORT])
            for address, its in identity["workers"].items()
            if REPORT in its["metrics"]
        }
        for name, (address, report) in found.items():
            await self._note(name, address, report)
        for name, known in self._workers.items():
            if known.here and name not in found:
                known.here = False
                if not known.fault:
                    self._notify(f"Worker {name} has left.")

    async def _note(self, name: str, address: str, report: Message) -> None:
        known = self._workers.setdefault(name, _Known(address, report, here=False))
        came = not known.here
        known.address, known.report, known.here = address, report, True
        if known.fault:
            return
        reports = [each.report for each in self._playing()]
        fault = find_fault(report, asdict(self._machine), reports)
        if fault:
            await self._set_aside(name, fault)
        elif came:
            self._notify(f"Worker {name} has joined; it plays {report['parallel']} at once.")

    async def _set_aside(self, name: str, fault: str) -> None:
        known = self._workers[name]
        if known.fault:
            return
        known.fault = fault
        self._notify(f"Worker {name} is set aside: {fault}.")
        client = await self._connected()
        # It may have gone, or not know what we say.
        with suppress(*_LOST, ImportError, AttributeError):
            await client.run(dismiss, fault, workers=[known.address], wait=False)

    def _describe(self, name: str) -> WorkerState:
        known = self._workers[name]
        report = known.report
        fastest = max(each.report["speed"]["rounds"] for each in [*self._workers.values()])
        state = "plays" if known.here else "left"
        return WorkerState(
            name=name,
            state=f"set aside: {known.fault}" if known.fault else state,
            slots=report["parallel"],
            cpus=report["cpus"],
            memory=report["memory"],
            speed=round(report["speed"]["rounds"] / fastest, 2),
            late=round(report["speed"]["late"], 1),
            played=known.played,
            void=known.void,
            agreed=known.agreed,
        )


def find_fault(report: Message, wanted: Message, others: Sequence[Message]) -> str:
    """Say why a worker may not play beside these; empty if it may."""
    for key, name in (("version", "card-arena"), ("box", "boxes of the kind"), ("image", "image")):
        if report[key] != wanted[key]:
            its, ours = str(report[key])[:12], str(wanted[key])[:12]
            return f"it has {name} {its}, and the season {ours}"
    if abs(report["clock"]) > _MOST_OFF:
        return f"its clock is {abs(report['clock']):.0f} seconds off the scheduler's"
    fastest = max((other["speed"]["rounds"] for other in others), default=0.0)
    if report["speed"]["rounds"] < fastest * _SLOWEST:
        return (
            f"its CPU has {report['speed']['rounds'] / fastest:.0%} of the speed of the fastest,"
            f" and {_SLOWEST:.0%} is the least"
        )
    return ""


def _agree(
    one: tuple[str, MatchPlayed | MatchVoid], other: tuple[str, MatchPlayed | MatchVoid]
) -> bool:
    """Say whether two matches went the same way, whatever time they took."""
    first, second = one[1], other[1]
    if not isinstance(first, MatchPlayed) or not isinstance(second, MatchPlayed):
        return False
    return list(map(_course, first.record.games)) == list(map(_course, second.record.games))


def _course(game: rec.GameRecord) -> object:
    """Return all of a game but its times, and who of those who move at once was first."""
    moves: dict[int, list[tuple[bytes, int, bool]]] = {}
    for entry in game.entries:
        move = entry.move.SerializeToString(deterministic=True)
        moves.setdefault(entry.seat, []).append((move, entry.verdict, entry.fallback))
    forfeits = sorted((one.seat, one.verdict) for one in game.forfeits)
    return game.number, [*game.seating], moves, forfeits, [*game.scores], [*game.ranks]
