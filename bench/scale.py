"""Matches a minute on one core of this machine, and on one and two workers of one core each.

    python -m bench.scale [MATCHES]

A match is 100 deals of 6 nimmt! of two bots that answer at once, seconds of CPU. Each player is
held on a core of its own; the scheduler and the season of the workers have what is left of both, so
a worker of a host of its own does no worse. Counted is the time from the first match's beginning to
the last one's result, as the season's journal says it. Then: tasks that do nothing.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from distributed import Client
from rich.console import Console
from rich.table import Table

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from ladder.log.entries import ORGANISER, Entered
from ladder.store.opening import open_store
from ladder.submissions.files import pack_folder

LADDER = str(Path(sys.executable).with_name("ladder"))
DIVISION = "six_nimmt limit=none rounds=1 seats=2"
GAMES = "100"
TASKS = 2000


def on_core(core: int) -> list[str]:
    return ["taskset", "--cpu-list", str(core)]


@contextmanager
def started(folder: Path, word: str, *command: str) -> Iterator[str]:
    """Start a scheduler or a worker; yield the line with which it is ready: it has this word."""
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    try:
        yield next(line for line in process.stdout if word in line)
    finally:
        process.terminate()
        process.communicate()


def season(folder: Path, matches: int, *words: str, before: list[str] | None = None) -> float:
    """Return the matches a minute of a season."""
    done = subprocess.run(
        [*(before or []), LADDER, "run", "--trust", f"--matches={matches}", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    events = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    begun = [event["time"] for event in events if event["event"] == "match_begun"]
    played = [event["time"] for event in events if event["event"] == "match_played"]
    assert len(played) == matches
    took = datetime.fromisoformat(played[-1]) - datetime.fromisoformat(begun[0])
    return matches / took.total_seconds() * 60


def measure_tasks(url: str) -> float:
    """Return how many tasks that do nothing a scheduler and its workers get done in a second."""
    with Client(url) as client:
        begun = time.perf_counter()
        client.gather(client.map(abs, range(TASKS), pure=False))
        return TASKS / (time.perf_counter() - begun)


def make_ladder(folder: Path) -> None:
    words = ("init", "--division", DIVISION, "--games-a-match", GAMES)
    subprocess.run([LADDER, *words], cwd=folder, capture_output=True, check=True)
    with open_store(str(folder / "ladder.db")) as store:
        for name in ("first", "random"):
            digest = open_bot(SAMPLES / name).digest
            store.enter(Entered(f"{name}@1", ORGANISER, digest, ()), pack_folder(SAMPLES / name))


def main(matches: int) -> None:
    rates = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make_ladder(folder)
        rates["here"] = season(folder, matches, "--parallel=1", before=on_core(0))
        with started(folder, "listens", LADDER, "scheduler", "tcp://127.0.0.1:0") as line:
            url = line.split(" listens at ")[1].split()[0]
            on = (f"--scheduler={url}",)
            worker = (LADDER, "worker", url, "--trust", "--parallel=1")
            with started(folder, "Joined", *on_core(0), *worker):
                rates["1 worker"] = season(folder, matches, *on)
                with started(folder, "Joined", *on_core(1), *worker):
                    rates["2 workers"] = season(folder, 2 * matches, *on)
                    tasks = measure_tasks(url)
    table = Table("where", "matches a minute", "of one worker's", box=None)
    for where, rate in rates.items():
        table.add_row(where, f"{rate:.1f}", f"{rate / rates['1 worker']:.2f}")
    console = Console(soft_wrap=True)
    console.print(table)
    console.print(f"{tasks:.0f} tasks a second that do nothing, by two workers (aim: 1,000).")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12)
