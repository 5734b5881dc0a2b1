"""The start of a four-bot match in fresh containers, and the games a minute that follow.

From the command to the first question: `arena play` with a bot in four containers, up to the moment
at which the first of them is asked. Beside it, in turns, four bare `docker run IMAGE python3 -c
pass` in parallel with the same image and no network. Then a short and a long match of games of one
round, each as a whole command: what the long one takes longer is what its games take.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.errors import Unavailable

ARENA = Path(sys.executable).with_name("arena")
TURNS = 7
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


def start_match(folder: Path) -> float:
    """Return the seconds from the command to the first question of the four seats."""
    begun = time.clock_gettime(time.CLOCK_MONOTONIC)
    words = ["play", "six_nimmt", *["asked"] * SEATS, "--games=1", "--fresh"]
    done = subprocess.run(
        [str(ARENA), *words, "--box=container", "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    record = json.loads(done.stdout)["record"]
    shown = subprocess.run(
        [ARENA, "replay", record, "--json"], cwd=folder, capture_output=True, text=True, check=True
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


def match_seconds(folder: Path, games: int) -> float:
    """Return what a match of trivial bots takes, start and end included."""
    words = ["play", "six_nimmt", *["first"] * SEATS, f"--games={games}", "--fresh"]
    options = ["--option=limit=none", "--option=rounds=1", "--box=container"]
    begun = time.perf_counter()
    subprocess.run([str(ARENA), *words, *options], cwd=folder, capture_output=True, check=True)
    return time.perf_counter() - begun


def main() -> None:
    """Measure in turns and print medians."""
    try:
        image = require_image(Engine()).name
    except Unavailable as reason:
        sys.exit(f"Not measured: {reason}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "asked").mkdir()
        (folder / "asked" / "bot.toml").write_text('name = "asked"')
        (folder / "asked" / "bot.py").write_text(ASKED)
        pairs = [(start_match(folder), bare_runs(image)) for _ in range(TURNS)]
        matches = [(match_seconds(folder, SHORT), match_seconds(folder, LONG)) for _ in range(3)]
    ours, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    table = Table("four bots in fresh containers", "median", "", box=None)
    table.add_row(
        "arena play, to the first question", f"{ours * 1000:.0f} ms", f"{ratio:.2f} times"
    )
    table.add_row("four bare docker run in parallel", f"{bare * 1000:.0f} ms", "1")
    short, long = (statistics.median(column) for column in zip(*matches, strict=True))
    for name, games, seconds in (
        (f"a match of {SHORT} games", SHORT, short),
        (f"a match of {LONG} games", LONG, long),
        ("its games alone", LONG - SHORT, long - short),
    ):
        table.add_row(name, f"{games / seconds * 60:,.0f} games/min", "")
    Console().print(table)


if __name__ == "__main__":
    main()
