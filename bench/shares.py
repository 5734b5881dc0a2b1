"""What an honest class gets beside one greedy visitor and one greedy author, and without them.

    python -m bench.shares [SECONDS]

A ladder of short matches has a season and a server of its own, in plain processes. A class looks at
pages, each from an address of its own; rates boards of its own; and hands in bots. Then the same
again beside a visitor with a thousand idle connections, 600 listeners and five loops of boards, and
an author with bots that sleep, in the queue of checks and in twenty requested matches, who
withdraws and chooses all the time. Printed is what the class got each time.
"""

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
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from arena.bots.manifest import open_bot
from bench.hand_in import write_versions
from bench.web import LADDER, serving
from ladder.log import Entered, Joined
from ladder.queries.requests import ask_for_match
from ladder.store.opening import open_store
from ladder.store.tokens import Tokens

SECONDS = 240.0
GAME, FIELD = "goat_n_goat", ("random", "first", "shepherd")
CLASS, GREEDY = 6, "127.0.0.66"
IDLE, LISTENERS, LOOPS, REQUESTS = 1000, 600, 5, 20
# Until a connection that was closed is opened again, in seconds.
PAUSE = 10.0


@dataclass(slots=True)
class Got:
    """What a class got: seconds of answers, what was refused, minutes to a verdict."""

    pages: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    verdicts: list[float] = field(default_factory=list)
    refused: int = 0
    matches: float = 0.0

    def rows(self) -> list[str]:
        def worst(found: list[float], unit: float = 1.0) -> str:
            last = sorted(found)[max(0, int(len(found) * 0.99) - 1)] if found else None
            return "none" if last is None else f"{last / unit:.2f} ({len(found)})"

        return [
            worst(self.pages),
            worst(self.boards),
            f"{self.refused}",
            worst([max(self.verdicts)] if self.verdicts else [], 60),
            f"{len(self.verdicts)} of {CLASS}",
            f"{self.matches:.1f}",
        ]


ROWS = (
    "p99 of a page, s (how many)",
    "p99 of a board of one's own, s (how many)",
    "refused, or broken off",
    "minutes to the last verdict",
    "verdicts",
    "matches of the ladder a minute",
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
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n{named}"
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


async def look(port: int, number: int, end: float, got: Got) -> None:
    """One of the class looks at pages, and now and then at a board of its own."""
    rng, caller, turn = random.Random(number), Caller(port, f"127.0.1.{number + 1}"), 0
    while time.monotonic() < end:
        turn += 1
        own = turn % 10 == 0
        path = board(rng) if own else rng.choice(["/bots", "/season", "/matches", "/"])
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


def take_all(port: int, token: str, sleepers: list[bytes]) -> list[Coroutine[object, object, None]]:
    """Return all that the greedy ones do."""
    rng, visitor, author = random.Random(0), Caller(port, GREEDY), Caller(port, GREEDY, token)
    bot = json.dumps({"bot": "sleeper@1"}).encode()

    async def toggle() -> None:
        with suppress(OSError):
            await author.ask("/api/v1/acts/withdraw", "POST", bot)
        await author.ask("/api/v1/acts/choose", "POST", bot)

    return [
        *(again(lambda: visitor.hold(listens=False), PAUSE) for _ in range(IDLE)),
        *(again(lambda: visitor.hold(listens=True), PAUSE) for _ in range(LISTENERS)),
        *(again(lambda: visitor.ask(board(rng))) for _ in range(LOOPS)),
        again(lambda: author.ask("/api/v1/uploads", "POST", rng.choice(sleepers))),
        again(toggle),
    ]


def make_ladder(folder: Path) -> tuple[Path, list[str], list[bytes], list[bytes]]:
    """Return a ladder with the tokens and the archives of a class, the last token the greedy's."""
    place = folder / "ladder.db"
    here = f"--ladder={place}"
    init = ("init", f"--division={GAME}", "--games-a-match=10")
    for words in (init, ("submit", "--trust", *FIELD)):
        subprocess.run([LADDER, *words, here], check=True, stdout=subprocess.DEVNULL)
    names = [f"bot-{number}" for number in range(CLASS)]
    archives = [next(write_versions(folder / name, 1)) for name in names]
    sleeper = folder / "sleeper"
    sleepers = [*write_versions(sleeper, 10, sleeps=True)]
    with open_store(str(place)) as store:
        store.append(*map(Joined, [*names, "greedy"]))
        issue = Tokens(store.connections).issue
        tokens = [issue(name, organiser=False)[1] for name in [*names, "greedy"]]
        store.enter(Entered("sleeper@1", "greedy", open_bot(sleeper).digest, ()), sleepers.pop())
    return place, tokens, archives, sleepers


@contextmanager
def playing(place: Path) -> Iterator[None]:
    """Have a season go on beside."""
    words = ["run", "--trust", "--parallel", "2", f"--ladder={place}"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen([LADDER, *words], stdout=quiet, stderr=quiet) as season:
        try:
            yield
        finally:
            season.terminate()


async def measure(seconds: float, *, greedy: bool) -> Got:
    """Return what a class got on a ladder of its own."""
    with TemporaryDirectory(prefix="shares-") as folder:
        place, tokens, archives, sleepers = make_ladder(Path(folder))
        with serving(place) as (port, _), open_store(str(place)) as store, ExitStack() as held:
            if greedy:
                for _ in range(REQUESTS):
                    ask_for_match(store, "greedy", "sleeper", ["first"], GAME)
            held.enter_context(playing(place))
            taking = take_all(port, tokens[-1], sleepers) if greedy else []
            for taken in [asyncio.ensure_future(one) for one in taking]:
                held.callback(taken.cancel)
            # The queue is theirs first.
            await asyncio.sleep(10)
            got, end = Got(), time.monotonic() + seconds
            mine = zip(range(CLASS), tokens, archives, strict=False)
            for waiting in [asyncio.ensure_future(hand_in(port, *one, got)) for one in mine]:
                held.callback(waiting.cancel)
            before = store.count_results()
            await asyncio.gather(*(look(port, number, end, got) for number in range(CLASS)))
            got.matches = 60 * (store.count_results() - before) / seconds
    return got


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else SECONDS
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    alone, beside = (asyncio.run(measure(seconds, greedy=greedy)) for greedy in (False, True))
    table = Table("what a class got", "alone", "beside the greedy", box=None)
    for what, *figures in zip(ROWS, alone.rows(), beside.rows(), strict=True):
        table.add_row(what, *figures)
    Console(soft_wrap=True).print(table)


if __name__ == "__main__":
    main()
