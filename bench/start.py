"""The start of a four-bot match in fresh containers, and the games a minute that follow.

From the command to the first question: `arena play` with a bot in four containers, up to the moment
at which the first of them is asked. Beside it, in turns, four bare `docker run IMAGE python3 -c
pass` in parallel with the same image and no network. Then a short and a long match of games of one
round, each as a whole command: what the long one takes longer is what its games take.

    python -m bench.start [--beside FOLDER]
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import Unavailable
from bench.turns import add_beside, program, ratios, spread

TURNS = 7
MATCH_TURNS = 3
SHORT, LONG = 100, 1000
SEATS = 4

# Notes when it was first asked, by the clock that all processes of this machine share.
ASKED = """
import time
from arena_sdk import Bot, run
class Asked(Bot):
    def choose(self, turn):
        print(time.clock_gettime(time.CLOCK_MONOTONIC))
        raise SystemExit(9)
run(Asked)
"""


def start_match(arena: str, folder: Path) -> float:
    """Return the seconds from the command to the first question of the four seats."""
    begun = time.clock_gettime(time.CLOCK_MONOTONIC)
    words = ["play", "six_nimmt", *["asked"] * SEATS, "--games=1", "--fresh"]
    done = subprocess.run(
        [arena, *words, "--box=container", "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    record = json.loads(done.stdout)["record"]
    shown = subprocess.run(
        [arena, "replay", record, "--json"], cwd=folder, capture_output=True, text=True, check=True
    )
    (game,) = json.loads(shown.stdout)["games"]
    return min(float(forfeit["log_tail"].split()[0]) for forfeit in game["forfeits"]) - begun


def bare_runs(image: str) -> float:
    """Return the seconds of four bare containers in parallel, from the command to their end."""
    words = ["docker", "run", "--rm", "--network=none", image, "python3", "-c", "pass"]
    begun = time.perf_counter()
    running = [subprocess.Popen(words) for _ in range(SEATS)]
    assert not any(process.wait() for process in running)
    return time.perf_counter() - begun


def match_seconds(arena: str, folder: Path, games: int) -> float:
    """Return what a match of trivial bots takes, start and end included."""
    words = ["play", "six_nimmt", *["first"] * SEATS, f"--games={games}", "--fresh"]
    options = ["--option=limit=none", "--option=rounds=1", "--box=container"]
    begun = time.perf_counter()
    subprocess.run([arena, *words, *options], cwd=folder, capture_output=True, check=True)
    return time.perf_counter() - begun


def measure(arenas: Sequence[str], image: str) -> tuple[list[list[float]], list[list[float]]]:
    """Return the starts and the matches of each turn, one column after the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "asked").mkdir()
        (folder / "asked" / "bot.toml").write_text('name = "asked"')
        (folder / "asked" / "bot.py").write_text(ASKED)
        starts = [
            [bare_runs(image), *(start_match(arena, folder) for arena in arenas)]
            for _ in range(TURNS)
        ]
        matches = [
            [match_seconds(arena, folder, games) for arena in arenas for games in (SHORT, LONG)]
            for _ in range(MATCH_TURNS)
        ]
    return [*map(list, zip(*starts, strict=True))], [*map(list, zip(*matches, strict=True))]


def main() -> None:
    """Measure in turns and print medians with their spread."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_beside(parser)
    beside = parser.parse_args().beside
    folders = [Path(__file__).parents[1], *([beside] if beside else [])]
    try:
        image = require_image(Engine()).name
    except Unavailable as reason:
        sys.exit(f"Not measured: {reason}")
    (bare, *starts), matches = measure([program(one, "arena") for one in folders], image)
    table = Table("four bots in fresh containers", "ms", "times docker run", box=None)
    rates = Table("matches", "games/min", box=None)
    if beside:
        table.add_column(f"times {beside.name}")
        rates.add_column(f"times {beside.name}")
    table.add_row("four bare docker run in parallel", spread([1e3 * one for one in bare]), "1")
    ours, *others = starts
    told = [ratios(ours, other) for other in others]
    table.add_row("a match", spread([1e3 * one for one in ours]), ratios(ours, bare), *told)
    alone = [[b - a for a, b in zip(*pair, strict=True)] for pair in batched(matches)]
    for name, games, columns in (
        (f"a match of {SHORT} games", SHORT, matches[::2]),
        (f"a match of {LONG} games", LONG, matches[1::2]),
        ("its games alone", LONG - SHORT, alone),
    ):
        ours, *others = [[games / seconds * 60 for seconds in column] for column in columns]
        rates.add_row(name, spread(ours), *(ratios(ours, other) for other in others))
    Console().print(table, rates)


def batched(columns: Sequence[list[float]]) -> list[tuple[list[float], list[float]]]:
    """Return the columns two by two."""
    return list(zip(columns[::2], columns[1::2], strict=True))


if __name__ == "__main__":
    main()
