"""What looking at a ladder costs: pages and answers of a small ladder and of a large one.

    python -m bench.pages [SMALL] [LARGE]

Two ladders of 10 bots are made, with this many matches of 40 games; their live ratings are made up.
With so few bots every list is full on the small ladder, too: what grows is the ladder alone.

Each address is asked for at the application that `ladder serve` serves, in this process.
Milliseconds of CPU are those of the first view, the least of three of other matches or bots, and of
the next, which is kept; and how much more the first costs on the large ladder. Fits of the edition
are made before, as the server does beside what it serves.

Then 40 visitors at once ask `ladder serve` for pages of matches, each for ten of its own, and then
for the same again: the server's CPU for a page, and the 99th percentile of the time until one is
there.
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from limits import parse
from rich.console import Console
from rich.table import Table
from sqlalchemy import update
from starlette.testclient import TestClient

from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import read_plan
from arena.match.record import pack_record
from bench.board import GAME, GAMES, fill
from bench.web import connected, serving
from ladder.matchmaking.pairing import Pairing
from ladder.queue.plans import make_match_plan
from ladder.store import schema
from ladder.store.database import find_url, open_engine, transaction
from ladder.store.opening import open_reader, open_store
from ladder.web.app import make_app
from ladder.web.bounds import Rates
from tests.match.playing import RandomConnection

SMALL, LARGE, BOTS = 1_000, 100_000, 10
VISITORS, EACH = 40, 10
_MANY: Final = parse("1000000/second")
_RATES: Final = Rates(look=_MANY, change=_MANY, upload=_MANY, wrong_token=_MANY)
# In each {} a number of a match or a bot.
MATCHES: Final = ("/matches/{}", "/api/v1/matches/{}", "/api/v1/matches/{}/details")
BOTS_PAGES: Final = (
    *("/bots/bot{:05}", "/api/v1/bots/bot{:05}", "/api/v1/bots/bot{:05}/details"),
    *("/compare?bot=bot{:05}&against=bot00009", "/matches?bot=bot{:05}"),
)
LISTS: Final = (
    *("/bots", "/matches", "/log", "/season", "/games", "/api/v1/bots", "/api/v1/matches"),
    *("/api/v1/log", "/api/v1/season", "/api/v1/ladder"),
)
BOARDS: Final = (
    *("/boards", f"/boards/{GAME}", "/api/v1/boards", f"/boards/{GAME}?seats=4"),
    *(f"/boards/{GAME}?without=bot00007", f"/boards/{GAME}?as_of=2026-01-01T05:00"),
)


def record(place: Path) -> bytes:
    """Return the record of one match: pages show it as that of each."""
    with open_reader(str(place)) as reader:
        opened, roster = reader.opened(), reader.roster()
    players = tuple(f"bot{number:05}@1" for number in range(4))
    plan = make_match_plan(opened, roster, Pairing(opened.divisions[0], players, GAMES))
    plan.box = "container"
    connect: list[Callable[[], Connection]] = [
        partial(RandomConnection, bot.name, 0.0) for bot in plan.bots
    ]
    return pack_record(asyncio.run(play_match(read_plan(plan), connect, lambda _: None)))


def make(place: Path, results: int) -> None:
    fill(place, results, BOTS)
    content, shown = record(place), [*middle(results), *newest(results)]
    engine = open_engine(find_url(str(place)))
    with transaction(engine) as connection:
        mine = schema.records.c.match.in_(shown)
        connection.execute(update(schema.records).where(mine).values(content=content))
    engine.dispose()


def middle(results: int) -> list[int]:
    """Return matches that are looked at by one visitor."""
    return [results // 2, results // 3, results // 4]


def newest(results: int) -> range:
    """Return the matches that all visitors together look at."""
    return range(results - VISITORS * EACH + 1, results + 1)


def ask(client: TestClient, address: str) -> float:
    """Return the milliseconds of CPU that an answer costs."""
    begun = time.process_time()
    answer = client.get(address)
    spent = time.process_time() - begun
    assert answer.status_code == 200, (address, answer.text)
    return 1000 * spent


def measure(place: Path, results: int) -> dict[str, tuple[float, float]]:
    """Return by address what the first view costs, and the next."""
    found = {}
    matches, bots = middle(results), [3, 5, 7]
    with open_reader(str(place)) as reader, open_store(str(place)) as store:
        app = make_app(reader, store, rates=_RATES)
        with TestClient(app) as client:
            for address in BOARDS:
                found[address] = ask(client, address), ask(client, address)
            for addresses, which in ((MATCHES, matches), (BOTS_PAGES, bots), (LISTS, [0])):
                for address in addresses:
                    own = [address.format(number) for number in which]
                    first = [ask(client, one) for one in own]
                    found[address] = min(first), ask(client, own[0])
    return found


def crowd(place: Path, results: int) -> list[tuple[float, float]]:
    """Return of first views and of kept ones the CPU of one and the 99th percentile, in ms."""
    with serving(place) as (port, server):
        return asyncio.run(visit(port, server, [f"/matches/{one}" for one in newest(results)]))


async def visit(port: int, server: int, addresses: list[str]) -> list[tuple[float, float]]:
    async with connected(port) as client:
        await client.get("/matches")
    found = []
    for _ in ("first", "kept"):
        waited: list[float] = []

        async def one(own: list[str], waited: list[float] = waited) -> None:
            async with connected(port) as client:
                for address in own:
                    begun = time.monotonic()
                    await client.get(address)
                    waited.append(1000 * (time.monotonic() - begun))

        begun = cpu_of(server)
        await asyncio.gather(*(one(addresses[number::VISITORS]) for number in range(VISITORS)))
        spent = (cpu_of(server) - begun) / len(waited)
        found.append((spent, sorted(waited)[int(0.99 * len(waited))]))
    return found


def cpu_of(process: int) -> float:
    """Return how many milliseconds of CPU a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure everything and print it."""
    small, large = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (SMALL, LARGE)
    with TemporaryDirectory() as folder:
        found, crowds = [], []
        for results in (small, large):
            place = Path(folder) / f"{results}.db"
            make(place, results)
            found.append(measure(place, results))
            crowds.append((results, crowd(place, results)))
    names = ("address", f"{small:,}: first", "kept", f"{large:,}: first", "kept", "ratio")
    table = Table(*names, box=None)
    for address, (first, kept) in found[0].items():
        more, again = found[1][address]
        table.add_row(address, *(f"{ms:.1f}" for ms in (first, kept, more, again, more / first)))
    console = Console(soft_wrap=True)
    console.print("Milliseconds of CPU:", table)
    for results, (first_view, kept_view) in crowds:
        told = "; ".join(
            f"{name} {cpu:.1f} ms of CPU a page, p99 {p99:.0f} ms"
            for name, (cpu, p99) in (("first view", first_view), ("kept", kept_view))
        )
        console.print(f"{VISITORS} visitors at once, {results:,} matches: {told}")


if __name__ == "__main__":
    main()
