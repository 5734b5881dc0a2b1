"""A season of matches of one game: what a match costs that is nearly all start and end.

Four trivial bots in containers play one round of 6 nimmt! a match, one match after the other and
two at a time. In turns with them four bare `docker run IMAGE`, in parallel, each loading gRPC: that
is what a match has to do in any case. The CPU time is that of the whole machine, the engine's
included; so nothing else may run.

    python -m bench.short_matches [--beside FOLDER]
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from arena.bots.samples import SAMPLES
from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import Unavailable
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.plan import make_plan
from arena.runner.host import Host
from arena.runner.referee_process import run_matches
from arena.runner.task import Task
from bench.boxes import taken

MATCHES = 12
TURNS = 5
SEATS = 4
BOXES = "container"


def season(parallel: int) -> tuple[float, float]:
    """Play the matches; return the seconds of wall and of CPU time of each."""
    game, bot = find_game("six_nimmt"), taken(SAMPLES / "first")
    options = game.Options(rounds=1)
    plans = [
        make_plan(game, options, [bot] * SEATS, games=1, control=TimeControl(), box=BOXES)
        for _ in range(MATCHES + 1)
    ]
    first, *tasks = [Task(plan, (bot,) * SEATS) for plan in plans]
    # It has the image read, and loads what the others find.
    host = Host(BOXES)
    list(run_matches(host, [first], 1))
    begun, worked = time.perf_counter(), read_busy()
    list(run_matches(host, tasks, parallel))
    return (time.perf_counter() - begun) / MATCHES, (read_busy() - worked) / MATCHES


def bare_runs() -> tuple[float, float]:
    """Make four bare containers at once, as often; return the seconds as of a match."""
    image = require_image(Engine()).name
    program = ["python3", "-c", "import grpc.aio"]
    words = ["docker", "run", "--rm", "--network=none", image, *program]
    begun, worked = time.perf_counter(), read_busy()
    for _ in range(MATCHES):
        running = [subprocess.Popen(words) for _ in range(SEATS)]
        assert not any(process.wait() for process in running)
    return (time.perf_counter() - begun) / MATCHES, (read_busy() - worked) / MATCHES


def read_busy() -> float:
    """Return the CPU seconds of this machine so far, waiting left out."""
    user, nice, system, _, _, interrupts, softer, *_ = map(
        int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    )
    return (user + nice + system + interrupts + softer) / 100


def season_of(folder: Path, parallel: int) -> tuple[float, float]:
    """Measure in a checkout, which need not have this bench."""
    from bench.turns import program

    words = [program(folder, "python"), __file__, f"--once={parallel}"]
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    wall, cpu = json.loads(done.stdout)
    return wall, cpu


def main(beside: Path | None) -> None:
    """Measure in turns and print medians with their spread."""
    from rich.console import Console
    from rich.table import Table

    from bench.turns import ratios, spread

    folders = [Path(__file__).parents[1], *([beside] if beside else [])]
    table = Table("matches of one game", "ms a match", "CPU ms a match", box=None)
    for other in ("docker run", *([beside.name] if beside else [])):
        table.add_column(f"times {other}: time")
        table.add_column("CPU")
    for parallel, name in ((1, "one after the other"), (2, "two at a time")):
        turns = [
            [*(season_of(folder, parallel) for folder in folders), bare_runs()]
            for _ in range(TURNS)
        ]
        ours, *others, bare = [
            tuple(zip(*column, strict=True)) for column in zip(*turns, strict=True)
        ]
        cells = [spread([1e3 * one for one in column]) for column in ours]
        for theirs in (bare, *others):
            cells += map(ratios, ours, theirs)
        table.add_row(name, *cells)
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--once", type=int, metavar="MATCHES", help="This many at a time, as JSON.")
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="See bench/turns.py.")
    asked = parser.parse_args()
    try:
        if asked.once:
            print(json.dumps(season(asked.once)))
        else:
            main(asked.beside)
    except Unavailable as reason:
        sys.exit(f"Not measured: {reason}")
