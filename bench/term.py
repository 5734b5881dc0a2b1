"""A term of a course that runs by itself, with a clock that goes a hundred times as fast.

    python -m bench.term [AUTHORS] [MINUTES] [HANDING_IN]

A roster as Moodle exports it has this many people (60), and a course file opening, deadline, final
and publication. An organiser types what docs/course.md says, and nothing between the beginning and
the marks. HANDING_IN authors (58) hand in over HTTP within MINUTES (4) of ours, the last four too
late; one bot of twelve is broken. Matches and checks are real, in plain processes. The ladder's
commands, and nothing that measures a duration, see the clock of a library, compiled here. The time
since the machine began goes as fast, for a ladder believes no clock that leaps ahead of it. A beat
of the season is eight minutes of that clock, so now and then it is taken for one that waits.
"""

import csv
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from arena.bots.samples import SAMPLES
from arena.errors import UserError
from bench.examine import find_losses
from bench.web import LADDER
from ladder.client import Client, Login
from ladder.settings.webhook import SIGNATURE, sign
from ladder.store.opening import open_store
from ladder.submissions.files import pack_folder

AUTHORS, MINUTES, HANDING_IN = 60, 4.0, 58
SPEED: Final = 100
BEGIN: Final = datetime(2026, 10, 12, 8, tzinfo=UTC)
SECRET: Final = "what only the receiver knows"  # noqa: S105
DIVISION: Final = "goat_n_goat seats=2"
CLOCK: Final = """#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t which, struct timespec *found) {
    int failed = syscall(SYS_clock_gettime, which, found);
    int wall = which == CLOCK_REALTIME, fast = wall || which == CLOCK_BOOTTIME;
    if (failed || !fast || !getenv("TERM_SPEED")) return failed;
    double then = wall ? atof(getenv("TERM_BEGUN")) : 0;
    double passed = found->tv_sec + found->tv_nsec / 1e9 - then;
    double now = (wall ? atof(getenv("TERM_BEGINS")) : 0) + passed * atof(getenv("TERM_SPEED"));
    found->tv_sec = now;
    found->tv_nsec = (now - found->tv_sec) * 1e9;
    return 0;
}
"""
COURSE: Final = """title = "Cards 101"
names = "shown"
roster = "roster.csv"

[dates]
opening = {opening:%Y-%m-%dT%H:%M:%S}
deadline = {deadline:%Y-%m-%dT%H:%M:%S}
late = "keep"
final = {final:%Y-%m-%dT%H:%M:%S}
format = "swiss 3"
publish = {publish:%Y-%m-%dT%H:%M:%S}

[limits]
bots = 1

[[tiers]]
bot = "random"
points = 10

[[tiers]]
bot = "shepherd"
points = 20

[webhook]
url = "http://localhost:{port}/hooks/1"
secret = "{secret}"
"""


class Clock:
    """The clock of the course: it begins with the term, and goes faster, for all that it starts."""

    def __init__(self, folder: Path) -> None:
        self._begun = time.time()
        source, library = folder / "clock.c", folder / "clock.so"
        source.write_text(CLOCK)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        self.environment = {"LD_PRELOAD": str(library), "TERM_SPEED": f"{SPEED}"}
        self.environment |= {"TERM_BEGUN": f"{self._begun}", "TERM_BEGINS": f"{BEGIN.timestamp()}"}

    def now(self) -> datetime:
        return BEGIN + SPEED * timedelta(seconds=time.time() - self._begun)

    def wait_for(self, moment: datetime) -> None:
        time.sleep(max(0.0, (moment - self.now()).total_seconds() / SPEED))


class Organiser:
    """Types commands in the folder of the course."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self.typed: list[str] = []
        self._environment = {**os.environ, **clock.environment, "LADDER": "course.db"}

    def type(self, *words: str) -> str:
        done = subprocess.run(
            self._say(words),
            check=False,
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        with (
            (self._folder / f"{words[0]}.log").open("w") as log,
            subprocess.Popen(
                self._say(words),
                cwd=self._folder,
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            ) as started,
        ):
            try:
                yield started
            finally:
                started.send_signal(signal.SIGINT)

    def _say(self, words: tuple[str, ...]) -> list[str]:
        self.typed.append(" ".join(("ladder", *words)))
        return [str(LADDER), *words]


class Receiver:
    """Where the webhook leads: it takes what is signed, and says no to the first that comes."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.asked = 0
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                signature = self.headers[SIGNATURE]
                seconds = int(signature.partition(",")[0].removeprefix("t="))
                assert signature == sign(SECRET, seconds, body)
                receiver.asked += 1
                if receiver.asked > 1:
                    receiver.taken.append(json.loads(body))
                self.send_response(200 if receiver.asked > 1 else 503)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()


def write_course(
    folder: Path, clock: Clock, authors: int, minutes: float, port: int
) -> tuple[datetime, datetime]:
    """Write roster and course file; return when authors may begin, and when they have to end."""
    rows = [
        f"Prénom {n},Name {n},{1000 + n},student{n}@example.org,{f'Team {n}' if n % 10 else ''}"
        for n in range(1, authors + 1)
    ]
    head = "First name,Last name,ID number,Email address,Group"
    (folder / "roster.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8-sig")
    opening = clock.now() + timedelta(minutes=SPEED * 0.5)
    deadline = opening + timedelta(minutes=SPEED * minutes)
    final, publish = deadline + timedelta(hours=1), deadline + timedelta(hours=2)
    dates = {"opening": opening, "deadline": deadline, "final": final, "publish": publish}
    file = folder / "course.toml"
    file.write_text(COURSE.format(**dates, port=port, secret=SECRET))
    file.chmod(0o600)
    return opening, deadline


def make_archive(folder: Path, number: int) -> bytes:
    """Return an author's bot: some play well, some not, and one of twelve is broken."""
    name = ("shepherd", "first", "random")[number % 3]
    bot = folder / f"bot-{number}"
    shutil.copytree(SAMPLES / name, bot)
    (bot / "bot.toml").write_text(f'name = "bot-{number}"\ngames = ["goat_n_goat"]\n')
    program = (bot / "bot.py").read_text() if number % 12 else "raise ValueError"
    (bot / "bot.py").write_text(f"{program}\n# by author {number}\n")
    return pack_folder(bot)


def hand_in_all(
    folder: Path, clock: Clock, port: int, term: tuple[datetime, datetime], many: int
) -> Counter[str]:
    """Have each author hand in when it is its time; return what came of that."""
    with (folder / "tokens" / "tokens.csv").open() as table:
        tokens = {row["key"]: row["token"] for row in csv.DictReader(table)}
    said, (opening, deadline) = Counter[str](), term
    for number, token in enumerate([*tokens.values()][:many]):
        # The last four come too late.
        part = number / max(1, many - 4)
        clock.wait_for(opening + min(part, 1.02) * (deadline - opening))
        client = Client(Login(f"http://127.0.0.1:{port}", token))
        try:
            client.hand_in(f"bot-{number}.tar.gz", None, make_archive(folder, number))
            said["late" if clock.now() >= deadline else "in time"] += 1
        except UserError as refused:
            said[str(refused)] += 1
    return said


def find_port(server: subprocess.Popen[str]) -> int:
    assert server.stdout is not None
    return int(server.stdout.readline().split(":")[2].split("/")[0])


def wait_for(look: Callable[[], object]) -> None:
    while not look():
        time.sleep(1)


def hold_term(folder: Path, authors: int, minutes: float, many: int, console: Console) -> Table:
    """Hold a term; return what came of it."""
    begun, clock, receiver = time.monotonic(), Clock(folder), Receiver()
    organiser = Organiser(folder, clock)
    organiser.type("init", "--division", DIVISION, "--games-a-match", "4")
    organiser.type("submit", "random", "shepherd")
    hook = receiver.server.server_address[1]
    term = write_course(folder, clock, authors, minutes, hook)
    organiser.type("course", "apply", "course.toml", "--dry-run")
    organiser.type("course", "apply", "course.toml", "--tokens", "tokens")
    token = json.loads(organiser.type("author", "token", "organiser", "--organiser", "--json"))
    with ExitStack() as held:
        serve = ("serve", "--port", "0", "--webhooks-to", "localhost", "--private-webhooks")
        port = find_port(held.enter_context(organiser.running(*serve)))
        held.enter_context(organiser.running("run", "--trust", "--json"))
        console.print(f"The desk is at http://127.0.0.1:{port}/organiser, by {token['token']}")
        said = hand_in_all(folder, clock, port, term, many)
        wait_for(lambda: any(one["event"] == "final_over" for one in receiver.taken))
        wait_for((folder / "site" / "index.html").exists)
    marks = list(
        csv.DictReader(io.StringIO(organiser.type("grades", "--scheme", "course.toml", "--csv")))
    )
    with open_store(str(folder / "course.db")) as store:
        acts = [str(entry.body) for entry in store.entries(kinds=["frozen", "begun"])]
        played = store.count_results()
    table = Table("what", "came of it", box=None)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    table.add_row("typed", "\n".join(organiser.typed))
    table.add_row("handed in", ", ".join(f"{many} {what}" for what, many in said.items()))
    table.add_row("acts", "\n".join(acts))
    table.add_row("matches", f"{played}")
    events = Counter(one["event"] for one in receiver.taken)
    states = Counter(one["state"] for one in receiver.taken if "state" in one)
    table.add_row("posted", f"{dict(events)}, checks {dict(states)}")
    table.add_row(
        "posted twice", f"{len(receiver.taken) - len({one['id'] for one in receiver.taken})}"
    )
    table.add_row("marks", f"{len(marks)} lines, {Counter(one['points'] for one in marks)}")
    table.add_row("lost or wrong", "; ".join(find_losses(str(folder / "course.db"))) or "nothing")
    spent = time.monotonic() - begun
    table.add_row("minutes", f"{spent / 60:.1f}")
    table.add_row("minutes of CPU", f"{(used.ru_utime + used.ru_stime) / 60:.1f}")
    return table


def main() -> None:
    """Hold a term and print what came of it."""
    given = sys.argv[1:]
    authors = int(given[0]) if given else AUTHORS
    minutes = float(given[1]) if given[1:] else MINUTES
    many = int(given[2]) if given[2:] else HANDING_IN
    with TemporaryDirectory(prefix="term-") as folder:
        console = Console(soft_wrap=True)
        console.print(hold_term(Path(folder), authors, minutes, many, console))


if __name__ == "__main__":
    main()
