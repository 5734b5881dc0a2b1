"""Many authors hand in at once, over the web, while the season plays: how long until they are in.

    python -m bench.hand_in [AUTHORS] [VERSIONS] [MINUTES] [SLEEPERS] [--trust] [--samples]

A ladder of Goat 'n' Goat with three quick bots, or with `--samples` the graded field and its
searchers, is served by `ladder serve` and played by `ladder run`, in containers, or with `--trust`
in plain processes. Each author hands in this many versions of a bot of its own, at moments that are
drawn from these minutes (60 authors, 3 versions, 10 minutes). Beside them sleepers do the same with
bots that sleep before each answer. Measured is how long a request takes that hands in, and how long
it is from there until the check of an honest bot is over; then the ladder is examined: nothing may
be lost, and the last version of each honest author plays.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from arena.bots.samples import SAMPLES
from bench.examine import find_losses
from bench.web import LADDER, serving
from ladder.client import Client, Login
from ladder.log.entries import Joined
from ladder.store.opening import open_store
from ladder.store.uploads import Uploads
from ladder.submissions.files import pack_folder
from ladder.wire import UploadLine

AUTHORS, VERSIONS, MINUTES = 60, 3, 10.0
SEED, GAME, QUICK = 1, "goat_n_goat", ("random", "first", "shepherd")
SLEEPER = """import time
from arena_sdk import Bot, run
class Sleeper(Bot):
    def choose(self, turn):
        time.sleep(0.27)
        return turn.legal[0]
run(Sleeper)
"""
# A wait is as exact as this, in seconds. Each look reads all that wait: four a second took a third
# of a CPU from the checks.
PAUSE = 1.0


def write_versions(folder: Path, versions: int, *, sleeps: bool = False) -> Iterator[bytes]:
    """Yield the archives of a bot, each of another program, that plays `shepherd` or sleeps."""
    source = SLEEPER if sleeps else (SAMPLES / "shepherd" / "bot.py").read_text()
    name = folder.name
    folder.mkdir()
    (folder / "bot.toml").write_text(f'name = "{name}"\ngames = ["{GAME}"]\n')
    for version in range(versions):
        (folder / "bot.py").write_text(f"{source}\n# version {version}\n")
        yield pack_folder(folder)


def hand_in(
    port: int, token: str, name: str, archives: Sequence[bytes], moments: Sequence[float]
) -> list[tuple[int, float, float]]:
    """Hand in when it is time; return each upload's number, the time and how long it took."""
    client, found = Client(Login(f"http://127.0.0.1:{port}", token)), []
    for archive, moment in zip(archives, moments, strict=True):
        time.sleep(max(0.0, moment - time.monotonic()))
        begun = time.monotonic()
        line = client.hand_in(f"{name}.tar.gz", None, archive)
        found.append((line.number, time.monotonic(), time.monotonic() - begun))
    return found


def watch(
    uploads: Uploads, names: Sequence[str], count: int
) -> dict[int, tuple[float, UploadLine]]:
    """Wait until this many uploads of authors are over; return when, and what came of each."""
    over: dict[int, tuple[float, UploadLine]] = {}
    others, last = set[int](), 0
    while len(over) < count:
        while uploads.line(last + 1):
            last += 1
        for number in set(range(1, last + 1)) - set(over) - others:
            line = uploads.line(number)
            if line is None or line.author not in names:
                others.add(number)
            elif line.state.is_over:
                over[number] = time.monotonic(), line
        time.sleep(PAUSE)
    return over


def run(
    folder: Path,
    authors: int,
    versions: int,
    minutes: float,
    sleepers: int,
    *,
    words: list[str],
    field: list[str],
) -> Table:
    place = folder / "ladder.db"
    init = ["init", f"--division={GAME}", "--games-a-match=10"]
    subprocess.run([LADDER, *init, f"--ladder={place}"], check=True)
    subprocess.run([LADDER, "submit", *field, f"--ladder={place}"], check=True)
    rng, honest = random.Random(SEED), [f"bot-{number}" for number in range(authors)]
    names = [*honest, *(f"sleeper-{number}" for number in range(sleepers))]
    with open_store(str(place)) as store:
        store.append(*map(Joined, names))
        tokens = [store.tokens.issue(name, organiser=False)[1] for name in names]
        packed = [
            [*write_versions(folder / name, versions, sleeps=name not in honest)] for name in names
        ]
        season = subprocess.Popen(
            [LADDER, "run", *words, "--json", f"--ladder={place}"], stdout=subprocess.PIPE
        )
        with serving(place) as (port, _), ThreadPoolExecutor(len(names) + 1) as pool:
            begun = time.monotonic()
            due = [
                sorted(begun + rng.uniform(0, 60 * minutes) for _ in range(versions)) for _ in names
            ]
            count = authors * versions
            watching = pool.submit(watch, store.uploads, honest, count)
            handed = pool.map(hand_in, [port] * len(names), tokens, names, packed, due)
            sent = [one for theirs in handed for one in theirs]
            over = watching.result()
            spent = time.monotonic() - begun
        played = store.count_results()
        season.terminate()
        season.wait()
    waited = sorted(over[number][0] - at for number, at, _ in sent if number in over)
    wrong = lost(place, honest, [line for _, line in over.values()])
    return describe(waited, [took for *_, took in sent], spent, played, wrong)


def lost(place: Path, names: list[str], lines: Sequence[UploadLine]) -> list[str]:
    """Return in a sentence each what did not come in, or is not as it has to be."""
    found = [
        f"upload {line.number}: {line.state} {line.outcome}"
        for line in lines
        if line.player is None
    ]
    shown: Any = json.loads(
        subprocess.run(
            [LADDER, "bots", "--json", f"--ladder={place}"], check=True, capture_output=True
        ).stdout
    )
    newest = len(lines) // len(names)
    playing = {bot["player"] for bot in shown if bot["state"] == "plays"}
    found += [
        f"{name}@{newest} does not play" for name in names if f"{name}@{newest}" not in playing
    ]
    subprocess.run(
        [LADDER, "season", f"--ladder={place}"], check=True, capture_output=True
    )  # So that nothing is left in the queue.
    return [*found, *find_losses(str(place))]


def describe(
    waited: list[float], took: list[float], spent: float, played: int, wrong: list[str]
) -> Table:
    table = Table("what", "figure", box=None)
    count = len(waited)
    table.add_row("handed in", f"{count}, in {max(took):.2f} s each at the most")
    for share in (0.5, 0.9, 1.0):
        late = waited[min(count - 1, int(share * count))]
        table.add_row(f"through after, {share:.0%}", f"{late:.0f} s")
    table.add_row("checks a minute", f"{60 * count / spent:.1f}")
    table.add_row("matches a minute meanwhile", f"{60 * played / spent:.1f}")
    table.add_row("lost or wrong", "; ".join(wrong) or "nothing")
    return table


def main() -> None:
    """Measure and print."""
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    authors = int(given[0]) if given else AUTHORS
    versions = int(given[1]) if given[1:] else VERSIONS
    minutes = float(given[2]) if given[2:] else MINUTES
    sleepers = int(given[3]) if given[3:] else 0
    words = ["--trust"] if "--trust" in sys.argv else []
    field = ["--samples"] if "--samples" in sys.argv else [*words, *QUICK]
    with TemporaryDirectory(prefix="hand-in-") as folder:
        Console(soft_wrap=True).print(
            run(Path(folder), authors, versions, minutes, sleepers, words=words, field=field)
        )


if __name__ == "__main__":
    main()
