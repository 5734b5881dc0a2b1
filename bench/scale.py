"""Matches a minute on this machine, and on one and two workers; and what a task costs.

    python -m bench.scale [MATCHES]

The scheduler, the workers and the season are processes of this machine, so on two CPUs they share
them with the bots: a worker of a host of its own does no worse.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client
from rich.console import Console
from rich.table import Table

from arena.bots.manifest import open_bot
from arena.cli.bots import SAMPLES
from ladder.log import ORGANISER, Entered
from ladder.store.opening import open_store
from ladder.submissions import pack_folder

LADDER = Path(sys.executable).with_name("ladder")
DIVISION = "six_nimmt limit=none rounds=1 seats=2"
TASKS = 2000


def run(folder: Path, *words: str) -> str:
    done = subprocess.run([LADDER, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@contextmanager
def started(folder: Path, *words: str) -> Iterator[str]:
    """Start a scheduler or a worker; yield the line in which it says that it is ready."""
    process = subprocess.Popen(
        [LADDER, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline()
    finally:
        process.terminate()
        process.communicate()


def season(folder: Path, matches: int, *words: str) -> float:
    """Return the matches a minute of a season, from its first match to its last."""
    begun = time.perf_counter()
    said = json.loads(run(folder, "run", "--trust", f"--matches={matches}", *words, "--json"))
    assert said["played"] == matches
    return matches / (time.perf_counter() - begun) * 60


def measure_tasks(url: str) -> float:
    """Return how many tasks that do nothing a scheduler and a worker get done in a second."""
    with Client(url) as client:
        begun = time.perf_counter()
        client.gather(client.map(abs, range(TASKS), pure=False))
        return TASKS / (time.perf_counter() - begun)


def main(matches: int) -> None:
    table = Table("where", "matches a minute", box=None)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        run(folder, "init", "--division", DIVISION, "--games-a-match", "20")
        with open_store(str(folder / "ladder.db")) as store:
            for name in ("first", "random"):
                digest = open_bot(SAMPLES / name).digest
                store.enter(
                    Entered(f"{name}@1", ORGANISER, digest, ()), pack_folder(SAMPLES / name)
                )
        table.add_row("here, 1 at once", f"{season(folder, matches, '--parallel=1'):.1f}")
        with started(folder, "scheduler", "tcp://127.0.0.1:0") as line:
            url = line.split(" listens at ")[1].split()[0]
            on = (f"--on={url}", "--twice=0")
            worker = ("worker", url, "--trust", "--parallel=1")
            with started(folder, *worker):
                table.add_row("1 worker", f"{season(folder, matches, *on):.1f}")
                tasks = measure_tasks(url)
                with started(folder, *worker):
                    table.add_row("2 workers", f"{season(folder, matches, *on):.1f}")
    console = Console()
    console.print(table)
    console.print(f"{tasks:.0f} tasks a second that do nothing, by one worker with one thread.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12)
