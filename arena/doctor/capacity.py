"""How many matches at once this machine plays without its clocks being hurt: measured.

Bots that think for a few milliseconds play in containers, with more and more matches at once. What
an answer took beyond its own CPU time is how late the machine was with it. A number of matches is
too much when a bot lost on time, a match was void, an answer was an eighth of a second late, or the
same thought was charged a quarter more CPU time than in a match alone.

And how many fit into its memory, should every bot take all that it may: reckoned.
"""

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.bots.manifest import open_bot
from arena.boxes.kinds import KINDS
from arena.boxes.memory import matches_that_fit, read_left
from arena.containers.engine import Engine
from arena.games import find_game, game_names
from arena.match.clock import TimeControl
from arena.match.plan import make_plan
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid, run_matches
from arena.runner.task import Task
from arena.v1 import record_pb2 as rec

SEATS: Final = 4
_GAMES: Final = 12
_MOST_LATE: Final = 0.125
_MOST_CHARGED: Final = 1.25
# What more matches at once have to gain in games a minute to be worth trying still more.
_WORTH: Final = 1.05
_MOST: Final = 64
_THINKER: Final = """\
import time
from arena_sdk import Bot, run

class Thinker(Bot):
    def choose(self, turn):
        end = time.thread_time() + 0.005
        while time.thread_time() < end:
            pass
        return turn.legal[0]

run(Thinker)
"""


@dataclass(frozen=True, slots=True)
class Load:
    """What this many matches at once came to."""

    matches: int
    games_per_minute: float
    charged: float
    """Median CPU seconds of an answer."""
    late: float
    """The 99th percentile of the wall seconds of an answer beyond its CPU time."""
    latest: float
    """The worst of them."""
    lost: int
    """Forfeits."""
    void: int
    """Matches that were void."""

    def hurts(self, alone: "Load") -> str:
        """Return what is hurt, compared with a match alone; empty if nothing is."""
        if self.lost or self.void:
            return f"{self.lost} games lost on time, {self.void} matches void"
        if self.latest > _MOST_LATE:
            return f"an answer was {self.latest * 1000:.0f} ms late"
        if self.charged > alone.charged * _MOST_CHARGED:
            return (
                f"an answer was charged {self.charged * 1000:.1f} ms; in a match alone,"
                f" {alone.charged * 1000:.1f} ms"
            )
        return ""


def measure_loads(box: str) -> Iterator[Load]:
    """Try 1, 2, 3, 4, 6, 8 ... matches at once, until that hurts or gains nothing more.

    To be called before gRPC is loaded, since it starts referees' processes.
    """
    with TemporaryDirectory() as folder:
        task = _task(Path(folder), box)
        number, before = 1, 0.0
        while number <= _MOST:
            load = _measure(task, number)
            yield load
            if load.lost or load.void or load.games_per_minute < before * _WORTH:
                return
            number, before = number + max(1, number // 2), load.games_per_minute


def advisable(loads: list[Load]) -> Load | None:
    """Return the load with the most games a minute of those that hurt nothing; None if all do."""
    unhurt = [load for load in loads if not load.hurts(loads[0])]
    return max(unhurt, key=lambda load: load.games_per_minute, default=None)


def fit_in_memory(box: str) -> dict[int, int]:
    """Return how many matches fit into memory at once, by the bots of each: SEATS, and the most.

    Nothing where the system does not say what memory there is. HostFailure without an engine.
    """
    engine = Engine()
    try:
        left = read_left(engine)
    finally:
        engine.close()
    most = max(max(find_game(name).seats) for name in game_names())
    runtime = KINDS[box].runtime
    if left is None or runtime is None:
        return {}
    return {seats: matches_that_fit(left, runtime, seats) for seats in (SEATS, most)}


def _measure(task: Task, matches: int) -> Load:
    records: list[rec.Record] = []
    void = 0
    begun = time.perf_counter()
    for _, event in run_matches([task] * matches, matches):
        match event:
            case MatchPlayed(record):
                records.append(record)
            case MatchVoid():
                void += 1
            case GamePlayed():
                pass
    return summarise(matches, time.perf_counter() - begun, records, void=void)


def summarise(matches: int, seconds: float, records: list[rec.Record], *, void: int) -> Load:
    """Return what the matches that were played came to; zeros where nobody answered."""
    games = [game for record in records for game in record.games]
    answers = [entry for game in games for entry in game.entries if not entry.fallback]
    charged = [entry.cpu_us / 1e6 for entry in answers] or [0.0]
    late = [max(0, entry.wall_us - entry.cpu_us) / 1e6 for entry in answers] or [0.0]
    return Load(
        matches,
        len(games) / (seconds / 60),
        statistics.median(charged),
        # A percentile takes two numbers at least.
        statistics.quantiles(late if len(late) > 1 else late * 2, n=100, method="inclusive")[98],
        max(late),
        sum(len(game.forfeits) for game in games),
        void,
    )


def _task(folder: Path, box: str) -> Task:
    (folder / "bot.toml").write_text('name = "thinker"\n')
    (folder / "bot.py").write_text(_THINKER)
    bot = open_bot(folder)
    bots = tuple(replace(bot, name=f"thinker {seat}") for seat in range(SEATS))
    game = find_game("six_nimmt")
    options = game.Options(limit=None, rounds=1)
    plan = make_plan(
        game,
        options,
        bots,
        games=_GAMES,
        control=TimeControl(bank=10.0, increment=0.1, start=10.0),
        box=box,
    )
    return Task(plan, bots)
