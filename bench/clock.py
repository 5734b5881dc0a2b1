"""False losses on time, and losses that have to be: with four busy neighbours for every core.

Correct bots play 500 games in containers while the machine is busy; none may lose on time, whatever
it takes them. Then bots that spend a quarter more than they have; all of them must. At last what
the clock and the freezer cost a decision, on a container that is there.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from arena.boxes.host.cgroup import find_cgroup
from arena.containers.engine import Engine
from arena.containers.image import require_image
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.plan import make_plan
from arena.match.verdict import read_verdict
from arena.runner.host import Host
from arena.runner.referee_process import MatchPlayed, MatchVoid, run_matches
from arena.runner.task import Task
from bench.boxes import taken

NEIGHBOURS = 4 * (os.cpu_count() or 1)
GAMES = 500
OVERSPENDERS = 20
CONTROL = TimeControl(bank=0.2, increment=0.02)
READS = 2000

BOT = """
import time
from arena_sdk import Bot, run
class Worker(Bot):
    def choose(self, turn):
        end = time.thread_time() + {seconds}
        while time.thread_time() < end: pass
        return turn.legal[0]
run(Worker)
"""


@contextmanager
def busy_machine() -> Iterator[None]:
    words = [sys.executable, "-S", "-c", "while True: pass"]
    neighbours = [subprocess.Popen(words) for _ in range(NEIGHBOURS)]
    try:
        yield
    finally:
        for neighbour in neighbours:
            neighbour.kill()
            neighbour.wait()


def plan(folder: Path, games: int) -> Task:
    game = find_game("six_nimmt")
    bots = tuple(taken(folder, name) for name in ("one", "two"))
    options = game.Options(limit=None, rounds=1)
    planned = make_plan(game, options, bots, games=games, control=CONTROL, box="container")
    return Task(planned, bots)


def count_losses(tasks: list[Task]) -> tuple[int, int, int, int]:
    """Return games, losses on time, other losses and void matches."""
    games = late = other = void = 0
    for _, event in run_matches(Host("container"), tasks, parallel=1):
        void += isinstance(event, MatchVoid)
        if isinstance(event, MatchPlayed):
            games += len(event.record.games)
            for game in event.record.games:
                verdicts = [str(read_verdict(forfeit.verdict)) for forfeit in game.forfeits]
                late += verdicts.count("timeout")
                other += len(verdicts) - verdicts.count("timeout")
    return games, late, other, void


def write_bot(folder: Path, seconds: str) -> Path:
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "worker"\n')
    (folder / "bot.py").write_text(BOT.format(seconds=seconds))
    return folder


def cost_of_clock() -> tuple[float, float]:
    """Return the microseconds of a reading, and of a freeze and a thaw."""
    engine = Engine()
    name = f"arena-bench-{os.getpid()}"
    command = ["python3", "-c", "import time; time.sleep(60)"]
    settings = {"command": command, "network_disabled": True}
    image = require_image(engine).name
    made = engine.create_container(name, image, settings, {"network_mode": "none"})
    try:
        engine.start_container(name)
        container = engine.inspect_container(name)
        assert container is not None
        cgroup = find_cgroup(container["State"]["Pid"], made)
        assert cgroup.can_freeze
        begun = time.perf_counter()
        for _ in range(READS):
            cgroup.cpu()
        read = (time.perf_counter() - begun) / READS
        begun = time.perf_counter()
        for _ in range(READS):
            cgroup.freeze()
            cgroup.thaw()
        frozen = (time.perf_counter() - begun) / READS
        cgroup.close()
    finally:
        engine.remove_container(name)
    return read * 1e6, frozen * 1e6


def main() -> None:
    """Measure and print."""
    console = Console()
    with tempfile.TemporaryDirectory() as place, busy_machine():
        honest = write_bot(Path(place) / "honest", "0.01")
        games, late, other, void = count_losses([plan(honest, 50)] * (GAMES // 50))
        console.print(
            f"{NEIGHBOURS} neighbours: {late} of {games} games lost on time, {other} otherwise;"
            f" {void} matches void and played again"
        )
        greedy = write_bot(Path(place) / "greedy", "turn.time_left * 1.25")
        games, late, _, void = count_losses([plan(greedy, 2)] * OVERSPENDERS)
        console.print(f"a quarter too much: {late} of {2 * games} caught; {void} matches void")
    read, frozen = cost_of_clock()
    console.print(f"a reading of the clock {read:.1f} µs, a freeze and a thaw {frozen:.1f} µs")


if __name__ == "__main__":
    main()
