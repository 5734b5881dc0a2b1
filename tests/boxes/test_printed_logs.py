"""What a bot prints in a match, and that all of it is heard, in every box alike."""

import asyncio
import atexit
import time
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from arena.boxes.connection import grpc_connection
from arena.boxes.supervision.bot_log import BotLog
from arena.boxes.supervision.supervisor import LOG_BYTES, TAIL_BYTES
from arena.match.clock import TimeControl
from arena.v1 import record_pb2 as rec
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import RANDOM, plan_match, play_task

pytestmark = pytest.mark.usefixtures("processes")

# Each box, and the fixture that it needs.
NEEDS = {"inline": None, "process": None, "container": "image", "gvisor": "gvisor"}


# The supervisor that reads what is printed is the same there: one test shows that it gets it.
@pytest.fixture(
    params=["inline", "process", "container", pytest.param("gvisor", marks=pytest.mark.soak)]
)
def box(request: pytest.FixtureRequest) -> str:
    needed = NEEDS[request.param]
    if needed is not None:
        request.getfixturevalue(needed)
    return str(request.param)


# It says what happens as it happens; its last `over` takes a while.
TELLING = """
import time
from arena_sdk import Bot, run
print("loaded")
class Telling(Bot):
    def start(self, start):
        print("start", start.number)
        self.number, self.turns = start.number, 0
    def choose(self, turn):
        self.turns += 1
        print("turn", self.turns)
        return turn.legal[0]
    def over(self, over):
        began = time.thread_time()
        while time.thread_time() < began + 0.05:
            pass
        print("over", over.number)
run(Telling)
"""


def play(folder: Path, box: str, games: int = 1) -> tuple[rec.Record, str]:
    """Play some games against another one; return the record, and what the bot has printed."""
    task = plan_match([folder, RANDOM], TimeControl(bank=5), box)
    task = replace(task, plan=replace(task.plan, games=games))
    logs = [BotLog(), BotLog()]
    record = asyncio.run(play_task(task, lambda _: None, logs))
    assert str(logs[1]) == ""
    return record, str(logs[0])


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots have their last word on a machine that is slow."""
    monkeypatch.setattr(grpc_connection, "GOODBYE_LIMIT", 100.0)


@pytest.mark.parametrize("box", NEEDS, indirect=True)
@pytest.mark.usefixtures("patient")
def test_a_log_is_kept_by_game_and_turn_up_to_the_last_word(box: str, tmp_path: Path) -> None:
    record, log = play(write_bot(tmp_path / "telling", TELLING), box, games=3)
    assert [forfeit for game in record.games for forfeit in game.forfeits] == []
    expected = ["--- start 1 ---", "loaded"]
    for number in range(3):
        seat = list(record.games[number].seating).index(0)
        expected += [f"--- game {number + 1}, seat {seat} ---", "--- turn 1 ---"]
        expected += [f"over {number - 1}"] if number else []
        expected += [f"start {number}", "turn 1"]
        turns = sum(entry.seat == seat for entry in record.games[number].entries)
        for turn in range(2, turns + 1):
            expected += [f"--- turn {turn} ---", f"turn {turn}"]
    assert log.splitlines() == [*expected, "--- end ---", "over 2"]


def test_a_bot_that_never_ends_costs_a_second_and_forfeits_nothing(
    box: str, tmp_path: Path
) -> None:
    source = TELLING.replace("+ 0.05", "").replace(
        "run(Telling)", "import atexit, time\natexit.register(time.sleep, 600)\nrun(Telling)"
    )
    folder = write_bot(tmp_path / "clinging", source)
    began = perf_counter()
    record, log = play(folder, box)
    # Inline it has asked this very process to sleep at its end.
    atexit.unregister(time.sleep)
    assert not record.games[0].forfeits
    assert log.endswith("--- end ---\nover 0\n")
    assert perf_counter() - began < 200


def test_after_a_forfeit_the_log_goes_on_with_the_next_start(box: str, tmp_path: Path) -> None:
    folder = write_bot(
        tmp_path / "bad", "print('loaded')\n" + choosing("print('oh'); raise ValueError")
    )
    record, log = play(folder, box, games=3)
    assert [len(game.forfeits) for game in record.games] == [1, 1, 1]
    lines = log.splitlines()
    first, second = (list(game.seating).index(0) for game in record.games[:2])
    assert lines[:6] == [
        *("--- start 1 ---", "loaded"),
        *(
            f"--- game 1, seat {first} ---",
            "--- turn 1 ---",
            "oh",
            "Traceback (most recent call last):",
        ),
    ]
    again = lines.index("--- start 2 ---")
    assert lines[again:][:5] == [
        *("--- start 2 ---", "loaded", f"--- game 2, seat {second} ---", "--- turn 1 ---", "oh"),
    ]
    assert "game 3" not in log


@pytest.mark.usefixtures("patient")
def test_of_a_long_log_the_beginning_and_the_end_are_kept(box: str, tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "chatty", TELLING.replace('"turn", self', '"x" * 30_000, self'))
    _, log = play(folder, box)
    assert LOG_BYTES < len(log) < LOG_BYTES + TAIL_BYTES + 1000
    assert log.startswith("--- start 1 ---\nloaded\n")
    assert log.endswith("over 0\n")
    assert "\n[...]\n" in log


def test_what_is_printed_after_a_silent_game_is_kept(tmp_path: Path) -> None:
    late = "print('at last') if self.late else None; return turn.legal[0]"
    source = choosing(late).replace(
        "    def choose",
        "    def start(self, start): self.late = start.number >= 2\n    def choose",
    )
    record, log = play(write_bot(tmp_path / "late", source), "process", games=8)
    turns = sum(
        game.seating[entry.seat] == 0 for game in record.games[2:] for entry in game.entries
    )
    assert turns >= 60
    assert log.count("at last") == turns
    # That it prints is found late, the later the busier the machine, when the next question may be
    # asked already, or all of a game; from then on it is found at once.
    _, _, _, *later = log.split("--- turn ")
    assert [part.count("at last") for part in later] == [1] * len(later)
    assert len(later) > 1
