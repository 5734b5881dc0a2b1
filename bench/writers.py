"""How long who changes a ladder waits when many do at once, on either database, beside a season.

Sixty authors ask for matches, withdraw and choose, two hundred times in the same moment.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from threading import Event

from rich.console import Console
from rich.table import Table

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from arena.errors import UserError
from bench.postgres import Server, find_programs
from ladder import acts
from ladder.acts import Actor
from ladder.log.entries import ORGANISER, Entered, Joined
from ladder.log.versions import open_log
from ladder.matches import read_division
from ladder.queries.requests import RequestsHere
from ladder.store.opening import create_store, open_store
from ladder.store.store import Store
from ladder.submissions.files import pack_folder

LADDER = Path(sys.executable).with_name("ladder")
AUTHORS = 60
AT_ONCE = 200
# Rounds of two hundred, and the seconds between.
ROUNDS = 3
REST = 5.0

Act = Callable[[Store, str], object]


def ask(store: Store, author: str) -> object:
    return RequestsHere(store, author).ask_for_match(f"{author}-bot", ["field0"])


def withdraw(store: Store, author: str) -> object:
    return acts.withdraw(store, Actor(author, organiser=False), f"{author}-bot@2")


def choose(store: Store, author: str) -> object:
    return acts.choose(store, Actor(author, organiser=False), f"{author}-bot@1")


def fill(place: str) -> list[str]:
    """Make a ladder with a field of the organiser's, and authors with two versions each."""
    division = read_division("six_nimmt limit=none rounds=1 seats=2")
    authors = [f"author{number}" for number in range(AUTHORS)]
    players = [(f"field{number}@1", ORGANISER) for number in range(4)]
    players += [(f"{author}-bot@{version}", author) for author in authors for version in (1, 2)]
    opened = open_log([division], 10, "10+0.1")
    with create_store(place, opened) as store, TemporaryDirectory() as parent:
        store.append(*map(Joined, authors))
        folder = Path(parent) / "bot"
        copytree(SAMPLES / "first", folder)
        for player, author in players:
            (folder / "NAME").write_text(player)
            entered = Entered(player, author, open_bot(folder).digest, ())
            store.enter(entered, pack_folder(folder))
    return authors


def answer_all(store: Store, todo: list[tuple[Act, str]]) -> list[float]:
    """Have all of it be asked in the same moment; return how long each took, in seconds."""
    begin = Event()

    def answer(act: Act, author: str) -> float:
        begin.wait()
        since = time.perf_counter()
        # That it is so already is an answer, too.
        with suppress(UserError):
            act(store, author)
        return time.perf_counter() - since

    with ThreadPoolExecutor(len(todo)) as pool:
        answers = [pool.submit(answer, *one) for one in todo]
        begin.set()
        return [one.result() for one in answers]


@contextmanager
def season(place: str) -> Iterator[None]:
    """Have a season go on beside."""
    words = ["run", "--trust", "--parallel", "1", f"--ladder={place}"]
    running = subprocess.Popen([LADDER, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        yield
        if running.poll() is not None:
            raise SystemExit(f"The season has ended: {running.communicate()[1].decode()}")
    finally:
        running.terminate()
        running.communicate()


def measure(place: str) -> tuple[float, float, int]:
    """Return the median and the longest wait, and how many matches were played meanwhile."""
    authors, drawn, took = fill(place), random.Random(1), list[float]()
    with season(place), open_store(place) as store:
        while not store.count_results():
            time.sleep(0.1)
        before = store.count_results()
        for _ in range(ROUNDS):
            acting: list[Act] = [ask, withdraw, choose]
            todo = [(drawn.choice(acting), drawn.choice(authors)) for _ in range(AT_ONCE)]
            took += answer_all(store, todo)
            time.sleep(REST)
        played = store.count_results() - before
    took.sort()
    return took[len(took) // 2], took[-1], played


def describe(measured: tuple[float, float, int]) -> list[str]:
    median, slowest, played = measured
    return [f"{median:.2f}", f"{slowest:.2f}", str(played)]


def main() -> None:
    """Measure and print."""
    table = Table("database", "median, s", "slowest, s (aim: 2)", "matches meanwhile")
    with TemporaryDirectory() as folder:
        table.add_row("SQLite", *describe(measure(f"{folder}/ladder.db")))
    programs = find_programs()
    if programs is not None:
        # Not below a long path, for the socket in it.
        with TemporaryDirectory(prefix="pg-") as folder, Server(programs, Path(folder)) as server:
            table.add_row("PostgreSQL", *describe(measure(server.url)))
    Console(soft_wrap=True).print(table)


if __name__ == "__main__":
    main()
