"""What the server of a large ladder bears, and what those who look on cost a season.

    python -m bench.web [RESULTS] [SECONDS]

A ladder of 10,000 bots and this many results is served by `ladder serve`. Eight connections ask one
after the other for a static file, the leaderboard and a replay, in turns: requests a second, and
beside the file's how many that is. At half of that rate, sent by the clock, the 99th percentile of
the time from when a request was due to its answer. Then what a season writes for onlookers, as a
share of its time; and matches a minute of a season of the sample bots with nobody looking on and
with 500 listeners, in turns.
"""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from http import HTTPStatus
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table
from sqlalchemy import update

from arena.match.record import unpack_record
from bench.board import BOTS, fill
from ladder.store import schema
from ladder.store.database import find_url, open_engine, transaction
from ladder.store.live_games import LiveGames
from ladder.store.opening import open_store
from ladder.web.files import site_folder

RESULTS, SECONDS = 1_000_000, 5.0
CONNECTIONS, TURNS, LISTENERS = 8, 3, 500
ARENA, LADDER = (Path(sys.executable).with_name(name) for name in ("arena", "ladder"))
FILE, BOARD, REPLAY = f"/{site_folder()}/style.css", "/boards/six_nimmt", "/api/v1/matches/1/replay"
# How long the boards of a million results may take to be made the first time.
LIMIT = 900.0


@contextmanager
def serving(place: str | Path) -> Iterator[tuple[int, int]]:
    """Serve a ladder; give the port and the process."""
    command: list[str | Path] = [LADDER, "serve", "--port", "0", "--ladder", place]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as server:
        assert server.stdout is not None
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found is not None
        try:
            yield int(found[1]), server.pid
        finally:
            server.send_signal(signal.SIGINT)


_ADDRESSES = cycle(f"127.0.{high}.{low}" for high in range(1, 5) for low in range(1, 255))


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect from an address of its own, since a visitor has a share of all."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(next(_ADDRESSES), 0))


@asynccontextmanager
async def connected(port: int) -> AsyncIterator["Client"]:
    reader, writer = await connect(port)
    yield Client(reader, writer)
    writer.close()


class Client:
    """One connection, which is used again and again."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def get(self, path: str) -> bytes:
        status, body = await self.ask(path)
        assert status == HTTPStatus.OK, body
        return body

    async def ask(self, path: str) -> tuple[int, bytes]:
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"content-length: (\d+)", head)
        assert size is not None
        return int(head.split()[1]), await self._reader.readexactly(int(size[1]))


async def ask(port: int, path: str, seconds: float) -> float:
    """Return how many requests a second are answered."""
    end = time.monotonic() + seconds

    async def one() -> int:
        answered = 0
        async with connected(port) as client:
            while time.monotonic() < end:
                await client.get(path)
                answered += 1
        return answered

    return sum(await asyncio.gather(*(one() for _ in range(CONNECTIONS)))) / seconds


async def wait_at(port: int, path: str, rate: float, seconds: float) -> float:
    """Return the 99th percentile of the milliseconds until an answer, at a rate that is kept."""
    begun, due = time.monotonic(), iter(range(int(rate * seconds)))
    waited: list[float] = []

    async def one() -> None:
        async with connected(port) as client:
            for number in due:
                at = begun + number / rate
                await asyncio.sleep(at - time.monotonic())
                await client.get(path)
                waited.append(1000 * (time.monotonic() - at))

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return sorted(waited)[int(len(waited) * 0.99)]


async def load(port: int, seconds: float) -> Table:
    async with connected(port) as client:
        for path in (FILE, BOARD, REPLAY):
            async with asyncio.timeout(LIMIT):
                # Boards that are being made are not there yet.
                while (await client.ask(path))[0] == HTTPStatus.SERVICE_UNAVAILABLE:
                    pass
    rates = dict.fromkeys((FILE, BOARD, REPLAY), 0.0)
    for _ in range(TURNS):
        for path in rates:
            rates[path] += await ask(port, path, seconds) / TURNS
    table = Table("path", "requests/s", "of the file's", "p99 at half of it, ms", box=None)
    for path, rate in rates.items():
        late = await wait_at(port, path, rate / 2, seconds)
        table.add_row(path, f"{rate:,.0f}", f"{rate / rates[FILE]:.2f}", f"{late:.1f}")
    return table


# --- a season and those who look on ---


async def listen(port: int, seconds: float) -> int:
    """Have 500 listen for so long; return how many events they heard, all together."""
    heard = 0

    async def one() -> None:
        nonlocal heard
        reader, writer = await connect(port)
        writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in await reader.readuntil(b"\r\n")
        while line := await reader.readline():
            heard += line.startswith(b"event:")

    listening = [asyncio.create_task(one()) for _ in range(LISTENERS)]
    await asyncio.sleep(seconds)
    assert not [task for task in listening if task.done()]
    for task in listening:
        task.cancel()
    return heard


def play(place: Path, port: int, minutes: float, *, watched: bool) -> tuple[float, int]:
    """Return how many matches a minute a season plays, and how many events were heard."""
    with open_store(str(place)) as store:
        before, begun = store.count_results(), time.monotonic()
        command: list[str | Path] = [LADDER, "run", "--trust", "--ladder", place]
        command += ["--minutes", str(minutes)]
        heard = 0
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
            if watched:
                heard = asyncio.run(listen(port, minutes * 60))
        spent = (time.monotonic() - begun) / 60
        return (store.count_results() - before) / spent, heard


def watched_season(folder: Path, minutes: float) -> Iterator[str]:
    place = folder / "season.db"
    subprocess.run([LADDER, "init", "--games-a-match", "10", "--ladder", place], check=True)
    bots = ["random", "first", "careful", "angler", "shepherd"]
    subprocess.run([LADDER, "submit", "--trust", *bots, "--ladder", place], check=True)
    rates: dict[bool, list[float]] = {False: [], True: []}
    events = 0
    with serving(place) as (port, _):
        for turn in range(2 * TURNS):
            rate, heard = play(place, port, minutes, watched=turn % 2 == 1)
            rates[turn % 2 == 1].append(rate)
            events += heard
    alone, watched = (sum(rates[key]) / TURNS for key in (False, True))
    yield f"Matches a minute, nobody looking on: {alone:.1f} {shown(rates[False])}"
    yield f"with {LISTENERS} listeners: {watched:.1f} {shown(rates[True])}; {events:,} events"


def shown(rates: list[float]) -> str:
    return f"({', '.join(f'{rate:.1f}' for rate in rates)})"


def told(place: Path, record: bytes) -> str:
    """Say what it takes to write a second's games for those who look on."""
    games = unpack_record(record, "it").games
    with open_store(str(place)) as store:
        plan = unpack_record(record, "it").plan
        # A ladder plans matches of its own bots alone.
        for bot, player in zip(plan.bots, store.roster().active(), strict=False):
            bot.name = player
        queued = store.plan(1, plan)
        store.begin(queued.match)
        live, begun = LiveGames(store.connections), time.perf_counter()
        for number in range(0, len(games), 4):
            live.add((queued.match, game) for game in games[number : number + 4])
        spent = (time.perf_counter() - begun) / len(range(0, len(games), 4))
        store.cancel(queued.match, "it was a test")
    return f"A season writes once a second: {1000 * spent:.1f} ms for 4 games, {spent:.2%} of it."


def record_of(folder: Path) -> bytes:
    """Return the record of a match of 40 games, played by sample bots."""
    command: list[str | Path] = [
        ARENA,
        "play",
        "six_nimmt",
        *["random"] * 2,
        "first",
        "careful",
        "--games",
        "40",
    ]
    subprocess.run([*command, "--out", folder], check=True, stdout=subprocess.DEVNULL)
    (file,) = folder.glob("*.arena")
    return file.read_bytes()


def main() -> None:
    """Measure and print."""
    results = int(sys.argv[1]) if sys.argv[1:] else RESULTS
    seconds = float(sys.argv[2]) if sys.argv[2:] else SECONDS
    console = Console(soft_wrap=True, highlight=False)
    with ExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory()))
        place = folder / "ladder.db"
        fill(place, results)
        record = record_of(folder / "records")
        engine = open_engine(find_url(str(place)))
        with transaction(engine) as connection:
            first = schema.records.c.match == 1
            connection.execute(update(schema.records).where(first).values(content=record))
        engine.dispose()
        console.print(f"{BOTS:,} bots, {results:,} results, {os.cpu_count()} CPUs")
        with serving(place) as (port, _):
            console.print(asyncio.run(load(port, seconds)))
        console.print(told(place, record))
        for line in watched_season(folder, seconds / 20):
            console.print(line)


if __name__ == "__main__":
    main()
