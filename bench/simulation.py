"""A season of 10,000 bots on 200 workers that only sleep: matches an hour, and what is full first.

    python -m bench.simulation [MINUTES] [WORKERS] [BOTS]

Season, matchmaking, executor, Dask's scheduler and PostgreSQL are the real ones, and so is all of
a worker but what plays: that sleeps for as long as a match takes, tells each game when it is over,
and hands in a record that was made before, one for every game and number of seats, with the plan
of the match that it was asked for. So all matches have the same seed here. A worker knows the files
of 128 bots, as a real one does, and asks for others.

Printed is what a match costs each part, where the time of the season's thread goes, and how many
matches an hour each part would bear if it had a CPU to itself. All runs on this machine, so the
parts take CPUs from each other: what they cost a match is what can be carried over to others.
Needs a PostgreSQL server (`apt-get install postgresql`).
"""

import asyncio
import multiprocessing
import os
import re
import subprocess
import sys
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import copytree
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final, ParamSpec, TypeVar

from distributed import get_worker
from rich.console import Console
from rich.table import Table
from sqlalchemy import insert

import ladder.cluster.worker as worker_module
import ladder.season.season as season_module
from arena.bots.manifest import Bot, open_bot
from arena.bots.samples import SAMPLES
from arena.boxes.host.process_tree import descendants
from arena.containers.recipe import read_recipe
from arena.errors import HostFailure
from arena.games import find_game, game_names
from arena.games.options import read_options
from arena.match.clock import parse_time_control
from arena.match.plan import SEED_BYTES, make_plan, write_plan
from arena.runner.host import Host
from arena.runner.referee_process import MatchPlayed
from arena.v1 import record_pb2 as rec
from bench.postgres import Server, find_programs
from ladder.cluster.address import Address, read_address
from ladder.cluster.executor import ClusterExecutor
from ladder.cluster.player import Lacking, Outcome, Player, WorkerAnswer
from ladder.cluster.worker import DASK, WorkerHost, name_resource
from ladder.log.entries import ORGANISER, Entered, Opened, Played
from ladder.log.roster import Roster
from ladder.log.versions import open_log
from ladder.machine.pulse import read_machine
from ladder.matches import read_division
from ladder.matchmaking.endless import endless
from ladder.matchmaking.pairing import Pairing, games_of
from ladder.queue.plans import make_match_plan
from ladder.season.executor import MatchTask
from ladder.season.jobs import MatchOutcome, MatchOver, SeasonEvent
from ladder.season.prover import Prover
from ladder.season.season import Season
from ladder.season.state import SeasonState
from ladder.store import schema
from ladder.store.database import find_url, open_engine, transaction
from ladder.store.live_games import LiveGames
from ladder.store.opening import create_store, open_store
from ladder.store.store import Store
from ladder.submissions.files import pack_folder
from tests.ladder.ladders import play

P = ParamSpec("P")
R = TypeVar("R")

MINUTES, WORKERS, BOTS, GAMES = 3.0, 200, 10_000, 40
BOX, CLOCK, SEED = "process", "10+0.1", bytes(SEED_BYTES)
# As `ladder run` has them.
PROVERS = 2
LADDER = Path(sys.executable).with_name("ladder")
# This many workers share a process: what they cost is not measured for its own sake.
A_PROCESS: Final = 50
# This many unpacked bots a real worker keeps.
KEPT: Final = 128
# How long a match is: 16 a minute is what two CPUs play of the graded field in containers.
SECONDS: Final = (3.75, 11.25)
LOGS: Final = ("what a bot has printed",) * 5
SPAWN = multiprocessing.get_context("spawn")


# --- matches that were played before ---


Matches = dict[tuple[str, int], bytes]
"""Records, by the game and the number of seats."""


def play_before() -> Matches:
    """Play a match of every game and number of seats, with random moves."""
    return {
        (game, seats): play(plan_before(game, seats)).SerializeToString()
        for game in game_names()
        for seats in read_division(game).seats
    }


def plan_before(name: str, seats: int) -> rec.Plan:
    game, options = find_game(name), dict(read_division(name).options)
    plan = make_plan(
        game,
        read_options(game, options),
        [Bot(f"bot{number}@1", Path(), "0" * 64) for number in range(seats)],
        games=games_of(seats, GAMES),
        control=parse_time_control(CLOCK),
        box=BOX,
        seed=SEED,
    )
    return write_plan(plan)


# --- workers that sleep ---


class SleepingPlayer(Player):
    """Has a match's end come when it would, without playing it."""

    def __init__(self, made: Matches, rng: Random) -> None:
        self._made = made
        self._rng = rng
        self._known: OrderedDict[str, None] = OrderedDict()

    async def play(
        self,
        task: MatchTask,
        files: Mapping[str, bytes],
        on_game: Callable[[rec.GameRecord], None],
    ) -> Outcome:
        plan = rec.Plan.FromString(task.plan)
        plan.box = BOX
        self._known |= dict.fromkeys(files)
        lacking = sorted({bot.digest for bot in plan.bots} - {*self._known})
        if lacking:
            return Lacking(tuple(lacking))
        for bot in plan.bots:
            self._known.move_to_end(bot.digest)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        record = rec.Record.FromString(self._made[plan.game, len(plan.bots)])
        record.plan.CopyFrom(plan)
        pause = self._rng.uniform(*SECONDS) / len(record.games)
        for game in record.games:
            await asyncio.sleep(pause)
            on_game(game)
        return MatchPlayed(record, LOGS[: len(plan.bots)])


class SleepingHost(WorkerHost):
    """A worker that is told of matches, hands them in and leaves as all do; there may be many."""

    def __init__(self, address: Address, number: int, made: Matches) -> None:
        super().__init__(address, Host(BOX), 1, tell_nobody)
        self.name = f"sleeper-{number}"
        self._machine = read_machine(BOX, read_recipe().digest, 1)
        self._resource = name_resource(self._machine, DASK)
        self.player = SleepingPlayer(made, Random(number))

    async def run(self) -> None:
        while True:
            await self._serve()


def tell_nobody(*_: object, **__: object) -> None:
    """Nobody reads the journal of one of this many."""


class Hosts:
    """The workers of a process, to which Dask's calls go by the worker that makes them."""

    def __init__(self, hosts: Sequence[SleepingHost]) -> None:
        self._hosts = {host.name: host for host in hosts}

    async def play(self, key: str, task: MatchTask, files: Mapping[str, bytes]) -> WorkerAnswer:
        return await self._hosts[str(get_worker().name)].play(key, task, files)


def work(url: str, numbers: Sequence[int], made: Matches) -> None:
    """Be this many workers; the body of a process."""

    async def be() -> None:
        address = read_address(url, None)
        hosts = [SleepingHost(address, number, made) for number in numbers]
        vars(worker_module)["_host"] = Hosts(hosts)
        await asyncio.gather(*(host.run() for host in hosts))

    asyncio.run(be())


@contextmanager
def working(url: str, workers: int, made: Matches) -> Iterator[list[int]]:
    """Have this many workers join; yield their processes."""
    firsts = range(0, workers, A_PROCESS)
    shares = [range(first, min(first + A_PROCESS, workers)) for first in firsts]
    processes = [SPAWN.Process(target=work, args=(url, share, made)) for share in shares]
    try:
        for process in processes:
            process.start()
        yield [process.pid or 0 for process in processes]
    finally:
        for process in processes:
            process.terminate()
            process.join()


@contextmanager
def scheduling() -> Iterator[tuple[int, str]]:
    """Start a scheduler; yield its process and its address."""
    command: list[str | Path] = [LADDER, "scheduler", "tcp://127.0.0.1:0"]
    # Its journal has a line for each of the workers.
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    try:
        yield process.pid, re.findall(r"tcp://\S+", process.stdout.readline())[0]
    finally:
        process.terminate()
        process.communicate()


# --- a large ladder ---


def fill(place: str, bots: int) -> None:
    """Make a ladder of all games, with this many bots that have files of their own."""
    opened = open_log(map(read_division, game_names()), GAMES, CLOCK)
    entered, rows = [], []
    with TemporaryDirectory() as parent:
        folder = Path(parent) / "bot"
        copytree(SAMPLES / "first", folder)
        for number in range(bots):
            (folder / "NAME").write_text(str(number))
            digest = open_bot(folder).digest
            entered.append(Entered(f"bot{number}@1", ORGANISER, digest, ()))
            rows.append({"digest": digest, "content": pack_folder(folder)})
    with create_store(place, opened) as store:
        store.append(*entered)
    engine = open_engine(find_url(place))
    with transaction(engine) as connection:
        connection.execute(insert(schema.submissions), rows)
    engine.dispose()


def plan_as_before(opened: Opened, roster: Roster, pairing: Pairing) -> rec.Plan:
    """Plan a match from the random seeds of the records that there are."""
    plan = make_match_plan(opened, roster, pairing)
    plan.seed = SEED
    return plan


# --- what it costs ---


class Parts:
    """Where the time of the season's thread goes: seconds, and those of them on a CPU, by part."""

    def __init__(self) -> None:
        self.wall: defaultdict[str, float] = defaultdict(float)
        self.cpu: defaultdict[str, float] = defaultdict(float)
        self._inner = [(0.0, 0.0)]

    def measure(self, place: object, name: str, part: str) -> None:
        """Have the method of an object, or of a class, be measured from now on."""
        setattr(place, name, self.measured(part, getattr(place, name)))

    def measured(self, part: str, act: Callable[P, R]) -> Callable[P, R]:
        def measuring(*args: P.args, **kwargs: P.kwargs) -> R:
            begun = time.monotonic(), time.thread_time()
            self._inner.append((0.0, 0.0))
            try:
                return act(*args, **kwargs)
            finally:
                wall, cpu = time.monotonic() - begun[0], time.thread_time() - begun[1]
                # Of what is measured within, only once.
                within, of_them = self._inner.pop()
                self.wall[part] += wall - within
                self.cpu[part] += cpu - of_them
                before, cpu_before = self._inner[-1]
                self._inner[-1] = before + wall, cpu_before + cpu

        return measuring


@dataclass(frozen=True, slots=True)
class Moment:
    """What had been used until a moment, in seconds."""

    time: float
    played: int
    cpu: dict[str, float]
    parts: dict[str, tuple[float, float]]


def cpu_of(process: int, task: int | None = None) -> float:
    """Return the seconds on a CPU of a process, with its children that are over, or of a thread."""
    path = f"/proc/{process}/stat" if task is None else f"/proc/{process}/task/{task}/stat"
    fields = Path(path).read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 13 if task else 15])) / os.sysconf("SC_CLK_TCK")


class Enough(BaseException):
    """A season was measured for as long as it was to be."""


class Simulation:
    """A season that is being played, and measured."""

    def __init__(
        self, store: Store, executor: ClusterExecutor, prover: Prover, minutes: float
    ) -> None:
        self.parts = Parts()
        matchmaking = self.parts.measured("matchmaking", endless)
        self.season = Season(store, executor, matchmaking, rng=Random(1), prover=prover)
        for place, name, part in (
            (store, "plan", "database: to plan it"),
            (store, "begin", "database: to note that it has begun"),
            (store, "finish", "database: the result"),
            (prover, "start", "record to a prover"),
            (prover, "take", "proofs"),
            (store, "renew_lock", "database: whether this is the only season"),
            (SeasonState, "catch_up", "database: what others have logged"),
            (SeasonState, "_add", "fold of the log: ratings"),
            (LiveGames, "add", "database: games for onlookers"),
            (executor, "start", "bots' files, task to the scheduler"),
            (executor, "wait", "waits for the workers"),
        ):
            self.parts.measure(place, name, part)
        self._seconds = 60 * minutes
        self.played = 0

    def run(self, measure: Callable[[], dict[str, float]], warm: int) -> tuple[Moment, Moment]:
        """Play for so long once `warm` matches are over; return what was used before and after.

        What is being played then is stopped, as where somebody stops a season.
        """
        moments: list[Moment] = []

        def tell(event: SeasonEvent) -> None:
            self.played += isinstance(event, MatchOver) and event.outcome == MatchOutcome.PLAYED
            if not moments and self.played >= warm:
                moments.append(self._note(measure))
            if moments and time.monotonic() >= moments[0].time + self._seconds:
                moments.append(self._note(measure))
                raise Enough

        with suppress(Enough):
            self.season.run(None, lambda: True, tell)
            raise HostFailure("the season ended by itself")
        first, last = moments
        return first, last

    def _note(self, measure: Callable[[], dict[str, float]]) -> Moment:
        parts = {name: (self.parts.wall[name], self.parts.cpu[name]) for name in self.parts.wall}
        return Moment(time.monotonic(), self.played, measure(), parts)


def describe(first: Moment, last: Moment, workers: int) -> Iterator[Table | str]:
    seconds, matches = last.time - first.time, last.played - first.played
    yield (
        f"{matches:,} matches in {seconds:.0f} s: {3600 * matches / seconds:,.0f} an hour, where"
        f" {workers} workers could sleep through {3600 * workers / fmean(SECONDS):,.0f}."
    )
    table = Table("the season's thread", "ms a match", "on a CPU", "of its time", box=None)
    rest, busy = seconds, 0.0
    for name, (wall, cpu) in sorted(last.parts.items(), key=lambda one: -one[1][0]):
        before, cpu_before = first.parts.get(name, (0.0, 0.0))
        spent, worked = wall - before, cpu - cpu_before
        rest -= spent
        busy += worked
        table.add_row(name, *shares(spent, worked, matches, seconds))
    thread = last.cpu["season's thread"] - first.cpu["season's thread"]
    table.add_row("the rest", *shares(rest, thread - busy, matches, seconds))
    yield table
    table = Table("CPU", "ms a match", "of one CPU", "matches an hour with one to itself", box=None)
    for name, after in last.cpu.items():
        spent = after - first.cpu[name]
        most = 3600 * matches / spent if spent else float("inf")
        each, share = f"{1000 * spent / matches:.1f}", f"{spent / seconds:.0%}"
        table.add_row(name, each, share, f"{most:,.0f}")
    yield table


def shares(spent: float, worked: float, matches: int, seconds: float) -> tuple[str, str, str]:
    each = f"{1000 * spent / matches:.1f}", f"{1000 * worked / matches:.1f}"
    return *each, f"{spent / seconds:.0%}"


def simulate(held: ExitStack, made: Matches, minutes: float, workers: int, bots: int) -> None:
    console = Console(soft_wrap=True, highlight=False)
    programs = find_programs()
    if programs is None:
        sys.exit("There is no PostgreSQL server here; apt-get install postgresql brings it.")
    folder = Path(held.enter_context(TemporaryDirectory(prefix="sim-")))
    place = held.enter_context(Server(programs, folder)).url
    server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    begun = time.monotonic()
    fill(place, bots)
    console.print(f"A ladder of {bots:,} bots was made in {time.monotonic() - begun:.0f} s.")
    scheduler, url = held.enter_context(scheduling())
    vars(season_module)["make_match_plan"] = plan_as_before
    with (
        open_store(place) as store,
        store.season_lock(),
        working(url, workers, made) as processes,
        Prover(PROVERS) as prover,
    ):
        executor = ClusterExecutor(read_address(url, None), store.submission, BOX)

        others = {*descendants(os.getpid())}

        def find_provers() -> set[int]:
            return {*descendants(os.getpid())} - others - {*descendants(server)}

        def measure() -> dict[str, float]:
            this = os.getpid()
            thread = cpu_of(this, threading.get_native_id())
            return {
                "season's thread": thread,
                "its other threads: Dask's client": time.process_time() - thread,
                "scheduler": cpu_of(scheduler),
                "PostgreSQL": sum(map(cpu_of, [server, *descendants(server)])),
                "the workers, all together": sum(map(cpu_of, processes)),
                "the provers, together": sum(map(cpu_of, find_provers())),
            }

        simulation = Simulation(store, executor, prover, minutes)
        first, last = simulation.run(measure, warm=workers // 4)
        for each in describe(first, last, workers):
            console.print(each)
        load = os.getloadavg()[0]
        console.print(f"{os.cpu_count()} CPUs; {load:.1f} programs wanted one in the last minute.")
        logged = [one.body.match for one in store.entries() if isinstance(one.body, Played)]
        once = len(logged) == len({*logged}) == simulation.played
        console.print(f"{len(logged):,} results are in the log, each once: {once}.")


def main() -> None:
    """Simulate, and print."""
    minutes, workers, bots = (
        float(sys.argv[1]) if sys.argv[1:] else MINUTES,
        int(sys.argv[2]) if sys.argv[2:] else WORKERS,
        int(sys.argv[3]) if sys.argv[3:] else BOTS,
    )
    made = play_before()
    with ExitStack() as held:
        simulate(held, made, minutes, workers, bots)


if __name__ == "__main__":
    main()
