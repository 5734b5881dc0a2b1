"""What a CPU of its own is worth to a bot that thinks: its charge, its losses, the games a minute.

Fixed work is charged beside two bots that copy memory, and beside two that answer at once. Then
correct bots that think four fifths of their bank about one card play four matches at once, and
none may be void or lost on time. At last games a minute of bots that think a little, by the number
of matches at once. All in containers; so that it can be held against an earlier version, it needs
no more of the arena than plans and matches.
"""

import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from arena.errors import HostFailure
from arena.games import find_game
from arena.match.clock import TimeControl
from arena.match.plan import make_plan
from arena.match.verdict import read_verdict
from arena.runner.host import Host
from arena.runner.referee_process import MatchPlayed, MatchVoid, run_matches
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec
from bench.boxes import taken

BOT = """
import time
from arena_sdk import Bot, run
memory = None
def work(units):
    for _ in range(units):
        sum(range(1000))
def think(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end: pass
def thrash(seconds):
    global memory
    memory = memory or bytearray(100_000_000)
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        memory[:50_000_000] = memory[50_000_000:]
class Thinker(Bot):
    asked = 0
    def start(self, start): self.asked = 0
    def choose(self, turn):
        self.asked += 1
        {body}
        return turn.legal[0]
run(Thinker)
"""
WORK = "work(6000)"
THRASH = "thrash(0.3)"
NOTHING = "pass"
LONG_THOUGHT = "if self.asked == 2: think(0.8 * (turn.time_left - 0.02))"
SHORT_THOUGHT = "think(0.005)"

REPEATS = 5
LONG_GAMES = 500
SHORT_GAMES = 200


def plan(folder: Path, bodies: Sequence[str], games: int, bank: float = 10.0) -> Task:
    """Plan games of one round of 6 nimmt! between bots that do this at every question."""
    bots = []
    for number, body in enumerate(bodies):
        place = folder / f"{len(list(folder.iterdir()))}"
        place.mkdir()
        (place / "bot.toml").write_text(f'name = "bot{number}"\n')
        (place / "bot.py").write_text(BOT.format(body=body))
        bots.append(taken(place))
    game = find_game("six_nimmt")
    options = game.Options(limit=None, rounds=1)
    control = TimeControl(bank=bank, increment=0.02)
    planned = make_plan(game, options, bots, games=games, control=control, box="container")
    return Task(planned, tuple(bots))


def play(tasks: Sequence[Task], parallel: int) -> tuple[list[rec.Record], int]:
    """Return the records of the matches, and how many were void."""
    records, void = [], 0
    for _, event in run_matches(Host("container"), tasks, parallel):
        if isinstance(event, MatchPlayed):
            records.append(event.record)
        void += isinstance(event, MatchVoid)
    return records, void


def charged(task: Task) -> float:
    """Return the median CPU milliseconds that the first bot's answers were charged."""
    (record,), _ = play([task], 1)
    answers = [
        entry.cpu_us / 1000
        for game in record.games
        for entry in game.entries
        if game.seating[entry.seat] == 0
    ]
    return statistics.median(answers)


def innocents(folder: Path, console: Console) -> None:
    ratios = []
    for _ in range(REPEATS):
        beside = [charged(plan(folder, [WORK, other, other], 3)) for other in (NOTHING, THRASH)]
        ratios.append(beside[1] / beside[0])
        console.print(f"  {beside[0]:.1f} ms alone, {beside[1]:.1f} ms beside two that copy memory")
    console.print(f"fixed work beside two that copy memory: {statistics.median(ratios):.2f} times")


def crowd(folder: Path, console: Console) -> None:
    tasks = [plan(folder, [LONG_THOUGHT] * 4, LONG_GAMES // 4, bank=0.25) for _ in range(4)]
    began = time.perf_counter()
    try:
        records, void = play(tasks, 4)
    except HostFailure as failure:
        console.print(f"not played after {time.perf_counter() - began:.0f} s: {failure}")
        return
    games = [game for record in records for game in record.games]
    lost = Counter(str(read_verdict(one.verdict)) for game in games for one in game.forfeits)
    console.print(
        f"{len(games)} games of bots that think 80 % of their bank, 4 matches at once: {void} void,"
        f" lost {dict(lost)}; {time.perf_counter() - began:.0f} s"
    )


def throughput(folder: Path, console: Console) -> None:
    for body, name in ((SHORT_THOUGHT, "that think 5 ms"), (NOTHING, "that answer at once")):
        for parallel in (1, 2, 4):
            tasks = [plan(folder, [body] * 4, SHORT_GAMES // parallel) for _ in range(parallel)]
            began = time.perf_counter()
            records, _ = play(tasks, parallel)
            games = sum(len(record.games) for record in records)
            rate = games / (time.perf_counter() - began) * 60
            console.print(f"4 bots {name}, {parallel} matches at once: {rate:,.0f} games a minute")


def main() -> None:
    """Measure and print."""
    console = Console(highlight=False, soft_wrap=True)
    with tempfile.TemporaryDirectory() as place:
        for part in (innocents, throughput, crowd):
            part(Path(place), console)


if __name__ == "__main__":
    main()
