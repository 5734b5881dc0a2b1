"""A worker: joins a scheduler, plays the matches that it is given, and leaves without losing one.

It tells what it is when it has joined, and the season judges that. If the scheduler
goes away, the matches in play are played to their end. The worker then waits for a scheduler to
join, and lists its results; a season that lacks one asks for it again.
"""

import asyncio
import os
import platform
import signal
import time
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.metadata import version
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from distributed import Worker, WorkerPlugin

from arena.errors import HostFailure
from arena.runner.host import Host
from arena.runner.referee_process import MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.cluster import PATIENCE
from ladder.cluster.address import HTTP, Address
from ladder.cluster.player import Lacking, Outcome, Player, WorkerAnswer
from ladder.machine.pulse import Machine, read_machine
from ladder.season.executor import MatchTask

Message: TypeAlias = dict[str, Any]
"""A message on the network: no class of ours, since another version may read it."""
# The topics for reports, and for games that are over before their match is.
REPORTS: Final = "card-arena workers"
GAMES: Final = "card-arena games"
DASK: Final = version("distributed")


@dataclass(frozen=True, slots=True)
class WorkerReport:
    """Report of a worker on itself when it has joined a scheduler."""

    name: str
    address: str
    """The address of its port for the scheduler, the season and other workers."""
    machine: Machine
    dask: str
    """The version of Dask distributed."""
    time: float
    """The time on its clock, in seconds since 1970."""
    kept: tuple[str, ...]
    """The keys of matches whose results it has, from before it joined this scheduler."""


class Tell(Protocol):
    """Tells anyone who runs a worker what happens: by a word, and the sentence for a screen.

    The sentence is empty where a screen shows nothing of it; `facts` are what a program would ask.
    """

    def __call__(self, event: str, sentence: str = "", /, **facts: object) -> None: ...


# This many void matches, one after the other, are the worker's fault.
_MOST_VOIDS: Final = 3
# This many results are kept for a scheduler that is away, and so often it is looked for, in
# seconds.
_KEPT: Final = 64
_AGAIN: Final = 2.0
_host: "WorkerHost | None" = None


def name_resource(machine: Machine, dask: str) -> str:
    """Return what a task asks for, so that only such workers get it as play what it means."""
    return (
        f"matches of card-arena {machine.version} in {machine.box} {machine.image}"
        f" with Python {minor(machine.python)} and Dask {dask}"
    )


def minor(python: str) -> str:
    """Return a version of Python as far as programs of one can be understood by the other."""
    return python.rpartition(".")[0]


async def play(key: str, task: MatchTask, files: Mapping[str, bytes]) -> WorkerAnswer:
    """Play a match; the body of a task, called by Dask in a worker's process.

    Called again with the same key it returns what came of it the first time, unless files were
    lacking.
    """
    if _host is None:
        raise HostFailure("this worker was not started by ladder worker")
    return await _host.play(key, task, files)


def dismiss(reason: str) -> None:
    """Have this worker leave, and say why; called by a season."""
    if _host is not None:
        _host.leave(f"The season has set this worker aside: {reason}.")


class Tasks(WorkerPlugin):
    """Knows of a worker of Dask's whether it has tasks or results, and whether it has closed."""

    def __init__(self) -> None:
        self.none = asyncio.Event()
        self.none.set()
        self.closed = asyncio.Event()
        self._keys = set[object]()

    def transition(self, key: object, start: str, finish: str, **_: object) -> None:  # noqa: ARG002 - Dask passes it
        if finish in {"released", "forgotten"}:
            self._keys.discard(key)
        else:
            self._keys.add(key)
        if self._keys:
            self.none.clear()
        else:
            self.none.set()

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - as above
        self.closed.set()


@dataclass(eq=False)
class WorkerHost:
    """Plays matches for whatever scheduler is there, until it is told to leave."""

    address: Address
    host: Host
    slots: int
    tell: Tell
    reason: str = ""
    """Why it has left, unless it was told to; empty while it has not."""

    def __post_init__(self) -> None:
        self.name = f"{platform.node()}-{os.getpid()}"
        self._leaving = asyncio.Event()
        self._matches: dict[str, asyncio.Task[WorkerAnswer]] = {}
        """The matches in play, and the results of the last ones, by their keys."""
        self._voids = 0
        self._worker: Worker | None = None

    async def run(self) -> None:
        """Play until it is told to leave, or cannot go on; `reason` says why."""
        global _host  # noqa: PLW0603 - Dask calls functions, and there is one worker a process
        _host = self
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.leave)
        from arena.containers.recipe import read_recipe  # noqa: PLC0415

        self._machine = read_machine(self.host.box, read_recipe().digest, self.slots)
        self._resource = name_resource(self._machine, DASK)
        self.player = Player(self.host, self.slots)
        try:
            while not self._leaving.is_set():
                await self._serve()
        finally:
            self.player.close()
            _host = None

    def leave(self, reason: str = "") -> None:
        """Take no more matches; end when those are over that are being played."""
        if not self._leaving.is_set():
            self.reason = reason
            self._leaving.set()
            if reason:
                # It is the last thing that is said.
                self.tell("leaving", reason=reason)
            else:
                self.tell("leaving", "Leaving when what is being played is over.")

    # --- with a scheduler, and without ---

    async def _serve(self) -> None:
        """Join a scheduler; return when it has gone, or when all is over that was to be."""
        tasks = Tasks()
        joining = asyncio.ensure_future(self._join(tasks))
        left = asyncio.create_task(self._leaving.wait())
        await asyncio.wait({joining, left}, return_when=asyncio.FIRST_COMPLETED)
        if not joining.done():
            joining.cancel()
            return
        worker = joining.result()
        if worker is None:
            left.cancel()
            self.tell("waiting", f"Waiting for a scheduler at {self.address.url}.")
            await at_most(_AGAIN, self._leaving.wait())
            return
        self._worker = worker
        self.tell(
            "joined",
            f"Joined {self.address.url} as {self.name}: {self.slots} at once.",
            scheduler=self.address.url,
            worker=self.name,
            parallel=self.slots,
        )
        gone = asyncio.create_task(tasks.closed.wait())
        await asyncio.wait({gone, left}, return_when=asyncio.FIRST_COMPLETED)
        if not gone.done():
            await self._part(worker, tasks)
        else:
            self.tell(
                "scheduler_gone",
                "The scheduler has gone; what is being played is played to its end.",
            )
        self._worker = None
        left.cancel()
        await self._idle()
        await at_most(PATIENCE, worker.close())

    async def _join(self, tasks: Tasks) -> Worker | None:
        """Return Dask's worker once it has joined; None if there is no scheduler now."""
        kept = tuple(self._matches)
        try:
            worker: Worker = await Worker(
                self.address.url,
                host=self.address.worker_host,
                name=self.name,
                nthreads=self.slots,
                resources={self._resource: self.slots},
                plugins=(tasks,),
                security=self.address.security,
                memory_limit=0,
                dashboard=False,
                dashboard_address=HTTP,
                death_timeout=PATIENCE,
            )
        except (OSError, TimeoutError, RuntimeError, ValueError):
            return None
        report = WorkerReport(self.name, worker.address, self._machine, DASK, time.time(), kept)
        worker.log_event(REPORTS, asdict(report))
        return worker

    async def _part(self, worker: Worker, tasks: Tasks) -> None:
        """Take no more, end what has begun, and hand that in."""
        # The scheduler may go at the same moment.
        await at_most(PATIENCE, worker.set_resources(**{self._resource: 0}))
        await self._idle()
        # Dask has a result until the season has taken it.
        await at_most(PATIENCE, tasks.none.wait())
        await at_most(PATIENCE, worker.close_gracefully())

    async def _idle(self) -> None:
        while playing := {one for one in self._matches.values() if not one.done()}:
            await asyncio.wait(playing)

    # --- playing ---

    async def play(self, key: str, task: MatchTask, files: Mapping[str, bytes]) -> WorkerAnswer:
        if key not in self._matches:
            self._matches[key] = asyncio.create_task(self._play(key, task, files))
        # A match that Dask gives up is played to its end all the same.
        return await asyncio.shield(self._matches[key])

    async def _play(self, key: str, task: MatchTask, files: Mapping[str, bytes]) -> WorkerAnswer:
        begun = time.monotonic()
        outcome = await self.player.play(task, files, partial(self._tell_game, key))
        if isinstance(outcome, Lacking):
            del self._matches[key]
        else:
            over = [each for each, its in self._matches.items() if its.done()]
            for each in over[:-_KEPT]:
                del self._matches[each]
            self._tell_match(task.job, outcome, time.monotonic() - begun)
            self._judge(outcome)
        if isinstance(outcome, MatchVoid):
            # Others may play what cannot be played here.
            outcome = replace(outcome, lasting=False)
        where = self._worker.address if self._worker is not None else ""
        return WorkerAnswer(outcome, self.name, where)

    def _tell_game(self, key: str, game: rec.GameRecord) -> None:
        if self._worker is not None:
            self._worker.log_event(GAMES, {"key": key, "game": game.SerializeToString()})

    def _tell_match(self, job: str, outcome: MatchPlayed | MatchVoid, seconds: float) -> None:
        spent = round(seconds, 3)
        if isinstance(outcome, MatchVoid):
            self.tell("match_void", job=job, reason=outcome.reason, seconds=spent)
        else:
            games = len(outcome.record.games)
            self.tell("match_played", job=job, games=games, seconds=spent)

    def _judge(self, outcome: Outcome) -> None:
        """Leave, where matches fail here again and again, and not for want of one bot."""
        if isinstance(outcome, MatchPlayed):
            self._voids = 0
        elif isinstance(outcome, MatchVoid) and not outcome.bot:
            self._voids += 1
            if outcome.lasting or self._voids >= _MOST_VOIDS:
                self.leave(f"Matches cannot be played here: {outcome.reason.rstrip('.')}.")


# --- over the network ---


async def at_most(seconds: float, work: Awaitable[object]) -> None:
    """Await something of Dask's for so long, and then leave it alone, whether it ends or not.

    Not `wait_for`, which waits until what it cancels has ended.
    """
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=seconds)
    if task.cancel():
        return
    with suppress(asyncio.CancelledError):
        task.exception()


def read_report(told: object) -> WorkerReport | None:
    """Return what a worker says of itself; None if it is of a version that says something else."""
    try:
        return msgspec.convert(told, WorkerReport)
    except msgspec.ValidationError:
        return None
