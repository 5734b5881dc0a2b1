"""What an honest class gets beside who takes all that can be had, and without them.

    python -m bench.shares [SECONDS] [TURNS] [--postgresql] [--matches] [--only NAME]...

A ladder of short matches has a season and a server of its own, in plain processes, on SQLite or on
a PostgreSQL of its own. Three samples and a bot of each of a class play. The class looks at pages,
each from an address of its own; rates boards of its own; and hands in bots. The same again, in
turns, beside each of

- `visitor`: a thousand idle connections, 600 listeners and five loops of each kind
  of page that is not kept, all of one address;
- `author`: bots that sleep, in the queue of checks and in twenty requested matches, and an author
  who withdraws and chooses all the time;
- `sleepers`: an author with three bots that sleep in rated matches, from a date on.

With the last two the measure begins when matches have waited for these bots as long as is allowed.

Printed is what the class got each time. `--only alone --only sleepers` measures these
two, and with `--matches` the class neither looks nor hands in.
"""

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from arena.bots.manifest import open_bot
from bench.hand_in import write_versions
from bench.postgres import Server, find_programs
from bench.web import LADDER, serving
from ladder.log.entries import Entered, Joined
from ladder.queries.requests import RequestsHere
from ladder.queries.shares import read_shares
from ladder.store.opening import open_store
from ladder.store.store import Store
from ladder.submissions.files import pack_folder

SECONDS = 240.0
GAME, FIELD, GAMES = "goat_n_goat", ("random", "first", "shepherd"), 4
ALONE, VISITOR, AUTHOR, SLEEPERS = KINDS = ("alone", "visitor", "author", "sleepers")
CLASS, GREEDY = 6, "127.0.0.66"
IDLE, LISTENERS, LOOPS, REQUESTS = 1000, 600, 5, 20
PAGES = ("/bots", "/season", "/matches", "/")
TABLE = {"game": GAME, "opponents": ["random", "random"], "options": {}, "games": 1}
# Until a connection that was closed is opened again, in seconds.
PAUSE = 10.0
# It passes its check. After the date it takes nearly its whole clock at a game's first question.
DATED = """import time
from arena_sdk import Bot, run
class Dated(Bot):
    def choose(self, turn):
        if time.time() > {date}:
            time.sleep(max(0.28, 3 * turn.time_left - 4.5))
        return turn.legal[0]
run(Dated)
"""


@dataclass(slots=True)
class Got:
    """What a class got: seconds of answers, what was refused, minutes to a verdict."""

    pages: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    verdicts: list[float] = field(default_factory=list)
    refused: int = 0
    matches: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    def rows(self) -> list[str]:
        def worst(found: list[float], unit: float = 1.0) -> str:
            last = sorted(found)[max(0, int(len(found) * 0.99) - 1)] if found else None
            return "none" if last is None else f"{last / unit:.2f} ({len(found)})"

        return [
            worst(self.pages),
            worst(self.boards),
            f"{self.refused}",
            worst([max(self.verdicts)] if self.verdicts else [], 60),
            f"{len(self.verdicts)} of {CLASS * len(self.matches)}",
            f"{fmean(self.matches):.1f} ({', '.join(f'{one:.1f}' for one in self.matches)})",
            f"{fmean(self.theirs):.1f}",
        ]


ROWS = (
    "p99 of a page, s (how many)",
    "p99 of a board of one's own, s (how many)",
    "refused, or broken off",
    "minutes to the last verdict",
    "verdicts",
    "rated matches a minute (by turn)",
    "those with a bot of the greedy",
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks a server, from an address of this machine."""

    port: int
    address: str
    token: str = ""

    @asynccontextmanager
    async def asking(
        self, path: str, method: str = "GET", body: bytes = b""
    ) -> AsyncIterator[asyncio.StreamReader]:
        """Ask for something; give what comes back."""
        reader, writer = await self.connect()
        named = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        kind = "Content-Type: application/json\r\n" if body.startswith(b"{") else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{named}{kind}"
        try:
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            yield reader
        finally:
            writer.close()

    async def ask(self, path: str, method: str = "GET", body: bytes = b"") -> bytes:
        """Return the body of an answer. OSError if it is refused."""
        async with self.asking(path, method, body) as reader:
            answer = await asyncio.wait_for(reader.read(), 60)
        head, _, content = answer.partition(b"\r\n\r\n")
        if head[9:10] != b"2":
            raise ConnectionError(head[:12].decode())
        return content

    async def hold(self, *, listens: bool) -> None:
        """Keep a connection for as long as that is let be."""
        if listens:
            async with self.asking("/api/v1/events") as reader:
                while await reader.read(1000):
                    pass
            return
        reader, writer = await self.connect()
        with suppress(OSError):
            await reader.read()
        writer.close()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        own = (self.address, 0)
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=own)


def board(rng: random.Random) -> str:
    """Return the address of a board that nobody has asked for."""
    time_of_day = f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}"
    moment = f"2100-01-{rng.randint(1, 28):02}T{time_of_day}"
    return f"/boards/{GAME}?without={rng.choice(FIELD)}&as_of={moment}"


def not_kept(rng: random.Random, table: str) -> list[str]:
    """Return an address of each kind of page that is made for each who asks: none was asked for."""
    word = f"x={rng.random()}"
    first, second = rng.sample(FIELD, 2)
    return [
        f"/api/v1/tables/{table}/replay",
        f"/take-part/starter.zip?language=javascript&name=b{rng.randrange(10**9)}",
        f"/compare?bot={first}&against={second}&{word}",
        f"/api/v1/matches/1/replay?{word}",
        f"/matches?{word}",
        f"/bots/{first}?{word}",
    ]


async def play_table(port: int) -> str:
    """Play at a table to its end; return its name."""
    caller, number, path = Caller(port, GREEDY), 0, "/api/v1/tables"
    table = json.loads(await caller.ask(path, "POST", json.dumps(TABLE).encode()))["table"]
    while True:
        state = json.loads(await caller.ask(f"{path}/{table}?after={number}"))
        number = state["number"]
        if state["phase"] in {"over", "ended"}:
            return str(table)
        if state["phase"] == "asking":
            move = state["scene"]["decision"]["moves"][0]["text"]
            sent = json.dumps({"turn": state["turn"], "move": move}).encode()
            await caller.ask(f"{path}/{table}/moves", "POST", sent)
            # 120 changes a minute are allowed.
            await asyncio.sleep(0.5)


async def look(port: int, number: int, end: float, got: Got) -> None:
    """One of the class looks at pages, and now and then at a board of its own."""
    rng, caller, turn = random.Random(number), Caller(port, f"127.0.1.{number + 1}"), 0
    while time.monotonic() < end:
        turn += 1
        own = turn % 10 == 0
        path = board(rng) if own else rng.choice([*PAGES, f"/games?x={turn}"])
        begun = time.monotonic()
        try:
            await caller.ask(path)
            (got.boards if own else got.pages).append(time.monotonic() - begun)
        except (OSError, TimeoutError):
            got.refused += 1
        await asyncio.sleep(0.5)


async def hand_in(port: int, number: int, token: str, archive: bytes, got: Got) -> None:
    """One of the class hands in, and waits for its verdict."""
    caller, begun = Caller(port, f"127.0.1.{number + 1}", token), time.monotonic()
    path, sent = "/api/v1/uploads", None
    while True:
        with suppress(OSError, TimeoutError):
            if sent is None:
                answer = await caller.ask(path, "POST", archive)
                sent = json.loads(answer)["number"]
            line = json.loads(await caller.ask(f"{path}/{sent}"))["upload"]
            if line["state"] in {"accepted", "refused", "failed"}:
                got.verdicts.append(time.monotonic() - begun)
                return
        await asyncio.sleep(1)


async def again(act: Callable[[], Awaitable[object]], pause: float = 0.1) -> None:
    """Do something without end, whatever comes of it."""
    while True:
        with suppress(OSError, TimeoutError):
            await act()
        await asyncio.sleep(pause)


def take_all(
    kind: str, port: int, token: str, sleepers: list[bytes], table: str
) -> list[Coroutine[object, object, None]]:
    """Return all that one kind of the greedy does."""
    rng, visitor, author = random.Random(0), Caller(port, GREEDY), Caller(port, GREEDY, token)
    bot = json.dumps({"bot": "sleeper@1"}).encode()

    def ask(kind: int) -> Awaitable[bytes]:
        return visitor.ask(not_kept(rng, table)[kind])

    async def toggle() -> None:
        with suppress(OSError):
            await author.ask("/api/v1/acts/withdraw", "POST", bot)
        await author.ask("/api/v1/acts/choose", "POST", bot)

    if kind == VISITOR:
        return [
            *(again(lambda: visitor.hold(listens=False), PAUSE) for _ in range(IDLE)),
            *(again(lambda: visitor.hold(listens=True), PAUSE) for _ in range(LISTENERS)),
            *(again(lambda: visitor.ask(board(rng))) for _ in range(LOOPS)),
            *(
                again(partial(ask, page), 0)
                for page in range(len(not_kept(rng, table)))
                for _ in range(LOOPS)
            ),
        ]
    if kind == AUTHOR:
        send = again(lambda: author.ask("/api/v1/uploads", "POST", rng.choice(sleepers)))
        return [send, again(toggle)]
    return []


def make_ladder(place: str, folder: Path, kind: str) -> tuple[list[str], list[bytes], list[bytes]]:
    """Make a ladder; return the tokens and archives of a class, the last token the greedy's."""
    here = f"--ladder={place}"
    init = ("init", f"--division={GAME}", f"--games-a-match={GAMES}")
    for words in (init, ("submit", "--trust", *FIELD)):
        subprocess.run([LADDER, *words, here], check=True, stdout=subprocess.DEVNULL)
    names = [f"bot-{number}" for number in range(CLASS)]
    with open_store(place) as store:
        store.append(*map(Joined, [*names, "greedy"]))
        issue = store.tokens.issue
        tokens = [issue(name, organiser=False)[1] for name in [*names, "greedy"]]

        def enter(name: str, author: str, archive: bytes) -> None:
            digest = open_bot(folder / name).digest
            store.enter(Entered(f"{name}@1", author, digest, ()), archive)

        archives = []
        for name in names:
            versions = write_versions(folder / name, 2)
            enter(name, name, next(versions))
            archives.append(next(versions))
        sleepers = [*write_versions(folder / "sleeper", 10, sleeps=True)]
        if kind == AUTHOR:
            enter("sleeper", "greedy", sleepers.pop())
        for number in range(3 if kind == SLEEPERS else 0):
            dated = folder / f"dated-{number}"
            [*write_versions(dated, 1)]
            (dated / "bot.py").write_text(DATED.format(date=time.time()) + f"# {number}\n")
            enter(dated.name, "greedy", pack_folder(dated))
    return tokens, archives, sleepers


@contextmanager
def playing(place: str) -> Iterator[None]:
    """Have a season go on beside."""
    words = ["run", "--trust", "--parallel", "2", f"--ladder={place}"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen([LADDER, *words], stdout=quiet, stderr=quiet) as season:
        try:
            yield
        finally:
            season.terminate()


@contextmanager
def opened_place(*, postgresql: bool) -> Iterator[tuple[str, Path]]:
    """Give where a ladder may be made, and an empty folder."""
    with ExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="shares-")))
        if not postgresql:
            yield str(folder / "ladder.db"), folder
            return
        programs = find_programs()
        if programs is None:
            sys.exit("There is no PostgreSQL here; apt-get install postgresql brings it.")
        data = Path(held.enter_context(TemporaryDirectory(prefix="pg-")))
        yield held.enter_context(Server(programs, data)).url, folder


def count_greedy(store: Store) -> int:
    """Return how many rated matches had a bot of the greedy."""
    theirs = {*store.roster().versions_of("greedy")}
    return sum(1 for result in store.results() if theirs & {*result.players})


def had_its_share(store: Store) -> bool:
    """Say whether matches have waited for the greedy's bots for longer than for others'."""
    waits = next(one for one in read_shares(store, "greedy") if "waited" in one.what)
    return waits.used > waits.most


async def measure(kind: str, seconds: float, got: Got, *, postgresql: bool, quiet: bool) -> None:
    """Add what a class got on a ladder of its own."""
    with opened_place(postgresql=postgresql) as (place, folder), ExitStack() as held:
        tokens, archives, sleepers = make_ladder(place, folder, kind)
        port, _ = held.enter_context(serving(place))
        store = held.enter_context(open_store(place))
        for _ in range(REQUESTS if kind == AUTHOR else 0):
            RequestsHere(store, "greedy").ask_for_match("sleeper", ["first"], GAME)
        held.enter_context(playing(place))
        table = await play_table(port) if kind == VISITOR else ""
        for taken in take_all(kind, port, tokens[-1], sleepers, table):
            held.callback(asyncio.ensure_future(taken).cancel)
        # The queue is theirs first, and so are the places.
        await asyncio.sleep(10)
        # It is another process that plays.
        while kind in {AUTHOR, SLEEPERS} and not had_its_share(store):  # noqa: ASYNC110
            await asyncio.sleep(1)
        end = time.monotonic() + seconds
        mine = [] if quiet else [*zip(range(CLASS), tokens, archives, strict=False)]
        for waiting in [asyncio.ensure_future(hand_in(port, *one, got)) for one in mine]:
            held.callback(waiting.cancel)
        before, of_greedy = store.count_results(), count_greedy(store)
        await asyncio.gather(*(look(port, number, end, got) for number, *_ in mine))
        await asyncio.sleep(end - time.monotonic())
        got.matches.append(60 * (store.count_results() - before) / seconds)
        got.theirs.append(60 * (count_greedy(store) - of_greedy) / seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("seconds", nargs="?", type=float, default=SECONDS)
    parser.add_argument("turns", nargs="?", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--matches", action="store_true")
    parser.add_argument("--only", action="append", choices=KINDS)
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found = {kind: Got() for kind in asked.only or KINDS}
    for _ in range(asked.turns):
        for kind, got in found.items():
            how = {"postgresql": asked.postgresql, "quiet": asked.matches}
            asyncio.run(measure(kind, asked.seconds, got, **how))
    table = Table("what a class got", *found, box=None)
    for what, *figures in zip(ROWS, *(got.rows() for got in found.values()), strict=True):
        table.add_row(what, *figures)
    Console(soft_wrap=True).print(table)


if __name__ == "__main__":
    main()
