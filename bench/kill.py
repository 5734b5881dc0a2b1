"""A season that is killed again and again, and what is lost of it, or counted twice: nothing.

    python -m bench.kill [TIMES]

At random moments `kill -9` hits the season, one of its referees or the database, which is
PostgreSQL where it is installed, else SQLite, which is no process. Each time what was killed is
started again. At the end the season is let finish what was planned, and all is looked through.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from bench.examine import find_losses, processes_with
from bench.postgres import Server, find_programs
from ladder.log.entries import ORGANISER, Entered
from ladder.store.opening import open_store
from ladder.submissions.files import pack_folder

LADDER = Path(sys.executable).with_name("ladder")
BOTS = ("first", "random", "third", "fourth")
DIVISIONS = [
    "--division",
    "six_nimmt limit=none rounds=1 seats=2,3",
    "--division",
    "goat_n_goat seats=2",
]
# How long a season goes on between two kills, in seconds.
PAUSE = (0.1, 2.0)
# How long it may take to end what was planned.
LIMIT = 120.0


class KilledSeason:
    """One ladder, and the season on it, which is started whenever it does not run."""

    def __init__(self, place: str, folder: Path, server: Server | None, seed: int) -> None:
        self.place = place
        self.kills: Counter[str] = Counter()
        self._server = server
        self._rng = Random(seed)
        self._log = folder / "season.log"
        self._environment = {**os.environ, "ARENA_RUNTIME_DIR": str(folder)}
        self._call("init", "--games-a-match", "2", *DIVISIONS)
        with open_store(place) as store:
            for name in BOTS:
                bot = folder / name
                shutil.copytree(SAMPLES / (name if name == "first" else "random"), bot)
                # Equal files come in once.
                (bot / "NAME").write_text(name)
                digest = open_bot(bot).digest
                store.enter(Entered(f"{name}@1", ORGANISER, digest, ()), pack_folder(bot))
        self._season = self._start()

    def kill_something(self) -> None:
        """Wait a moment, kill one thing, and have all run again."""
        time.sleep(self._rng.uniform(*PAUSE))
        victims: dict[str, Callable[[], bool]] = {
            "season": self._kill_season,
            "referee": self._kill_referee,
        }
        if self._server is not None:
            victims["database"] = self._kill_database
        name = self._rng.choice(list(victims))
        self.kills[name] += victims[name]()
        if self._season.poll() is not None:
            self._season = self._start()

    def finish(self) -> None:
        """End the season, and have what was planned played."""
        self._season.send_signal(signal.SIGTERM)
        self._season.wait(LIMIT)
        self._call("run", "--trust", "--minutes", "0")

    def end(self) -> None:
        """Leave nothing running, whatever has happened."""
        self._season.kill()
        self._season.wait()

    def complaints(self) -> Iterator[str]:
        """Yield what a season must not print, whatever is killed."""
        text = self._log.read_text()
        if "Traceback" in text:
            yield text[text.index("Traceback") :]

    def _start(self) -> "subprocess.Popen[bytes]":
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [LADDER, "run", "--trust", "--parallel", "2", "--ladder", self.place],
                env=self._environment,
                stdout=log,
                stderr=log,
            )

    def _call(self, *words: str) -> None:
        with self._log.open("ab") as log:
            subprocess.run(
                [LADDER, *words, "--ladder", self.place],
                env=self._environment,
                stdout=log,
                stderr=log,
                check=True,
                timeout=LIMIT,
            )

    def _kill_season(self) -> bool:
        self._season.kill()
        self._season.wait()
        return True

    def _kill_referee(self) -> bool:
        """Kill one of the season's children, as soon as there is one."""
        children = Path(f"/proc/{self._season.pid}/task/{self._season.pid}/children")
        while self._season.poll() is None:
            with suppress(FileNotFoundError, ProcessLookupError):  # One or the other has ended.
                if referees := children.read_text().split():
                    os.kill(int(self._rng.choice(referees)), signal.SIGKILL)
                    return True
            time.sleep(0.01)
        return False

    def _kill_database(self) -> bool:
        assert self._server is not None
        self._server.kill()
        time.sleep(self._rng.uniform(0, 0.5))
        self._server.start()
        return True


@dataclass(frozen=True, slots=True)
class KillReport:
    """What was killed, what came of it all the same, and what is not as it has to be."""

    kills: Counter[str]
    place: str
    matches: int
    losses: list[str]


def run(times: int, *, postgres: bool, seed: int) -> KillReport:
    """Kill so often, and look."""
    programs = find_programs() if postgres else None
    with ExitStack() as held:
        # Not below a long path, for the sockets in it.
        folder, data = (
            Path(held.enter_context(tempfile.TemporaryDirectory(prefix="kill-"))) for _ in range(2)
        )
        server = held.enter_context(Server(programs, data)) if programs else None
        place = server.url if server else str(folder / "ladder.db")
        season = KilledSeason(place, folder, server, seed)
        held.callback(season.end)
        for _ in range(times):
            season.kill_something()
        season.finish()
        losses = [*find_losses(place), *season.complaints(), *_find_left(folder)]
        with open_store(place) as store:
            matches = sum(1 for _ in store.results())
    return KillReport(season.kills, place, matches, losses)


def _find_left(folder: Path) -> Iterator[str]:
    """Yield what is left of matches that are over."""
    for pid in processes_with(str(folder)):
        yield f"process {pid} is left"
    for path in folder.glob("arena-*"):
        yield f"{path} is left"


def main() -> int:
    """Kill, look, and print; 1 if anything was lost."""
    times = int(sys.argv[1]) if sys.argv[1:] else 50
    seed, begun = int(time.time()), time.monotonic()
    outcome = run(times, postgres=True, seed=seed)
    table = Table("kill -9 of", "times", box=None)
    for name, count in outcome.kills.items():
        table.add_row(name, str(count))
    console = Console(soft_wrap=True, highlight=False)
    console.print(table)
    console.print(
        f"{outcome.matches} matches on {outcome.place.partition(':')[0]} in"
        f" {time.monotonic() - begun:.0f} s, seed {seed}; lost, twice or left:"
        f" {len(outcome.losses)}"
    )
    for loss in outcome.losses:
        console.print(loss, markup=False)
    return int(bool(outcome.losses))


if __name__ == "__main__":
    sys.exit(main())
