"""Bots in the referee's own process: each as if it were alone, and seen by its author."""

import asyncio
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from arena.bots.manifest import Bot
from arena.boxes.host.cpus import Cpus
from arena.boxes.kinds.in_process import InProcessConnection, Interrupt, Stopped
from arena.boxes.supervision.bot_log import BotLog
from arena.match.match import play_match
from arena.runner.host import Boxes, Host
from arena.runner.play import connector, play_in, run_referee
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, plan_match, play

SAYING = """
from arena_sdk import Bot, run
import strategy
class Saying(Bot):
    def choose(self, turn):
        raise RuntimeError(strategy.SAYS)
run(Saying)
"""


def test_bots_with_helpers_of_one_name_have_their_own(tmp_path: Path) -> None:
    folders = [write_bot(tmp_path / says, SAYING) for says in ("one", "two")]
    for folder in folders:
        (folder / "strategy.py").write_text(f"SAYS = '{folder.name}'")
    game = play(*folders, box="inline")
    assert {forfeit.seat: forfeit.detail for forfeit in game.forfeits} == {
        0: "the bot raised RuntimeError: one",
        1: "the bot raised RuntimeError: two",
    }


@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "CancelledError", "GeneratorExit"])
def test_what_else_stops_programs_is_a_crash_where_a_bot_raises_it(
    tmp_path: Path, raised: str
) -> None:
    source = "from asyncio import CancelledError\n" + choosing(f"raise {raised}")
    folder = write_bot(tmp_path / "raising", source)
    (forfeit,) = play(folder, FIRST, box="inline").forfeits
    assert forfeit.detail == f"the bot raised {raised}: "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("return chr(0xDC80)", r"the bot raised Odd: \udc80"),
        ("raise RuntimeError", "the bot raised Odd: its text cannot be made"),
    ],
)
def test_whatever_an_exception_says_is_the_bots_fault(tmp_path: Path, text: str, told: str) -> None:
    odd = f"class Odd(Exception):\n    def __str__(self): {text}\n"
    folder = write_bot(tmp_path / "odd", odd + choosing("raise Odd"))
    (forfeit,) = play(folder, FIRST, box="inline").forfeits
    assert forfeit.detail == told


@pytest.mark.parametrize("box", ["inline", "process"])
@pytest.mark.usefixtures("processes")
def test_where_no_line_is_the_authors_the_last_call_is_shown(tmp_path: Path, box: str) -> None:
    folder = write_bot(tmp_path / "odd", "from arena_sdk import run\nrun('a word')")
    (forfeit,) = play(folder, FIRST, box=box).forfeits
    assert forfeit.log_tail.count("  File ") == 1
    assert forfeit.log_tail.rstrip().endswith("TypeError: 'str' object is not callable")


def test_the_time_that_a_person_takes_at_a_debugger_is_not_the_bots(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "bot", "import pdb\n" + choosing("return turn.legal[0]"))
    task = plan_match([folder, FIRST], box="inline")
    hours = count(step=3600)
    lines = [
        partial(InProcessConnection, one, lambda: next(hours))
        for one in task.bots
        if isinstance(one, Bot)
    ]
    record = asyncio.run(play_match(task.plan, lines, lambda _: None))
    assert not record.games[0].forfeits


def test_a_signal_stops_a_bot_that_is_called_or_the_next_one_and_nothing_of_ours() -> None:
    interrupt = Interrupt()
    with pytest.raises(Stopped):
        interrupt.call(interrupt.stop)
    # Between two calls, where half of our work may be done.
    between = Interrupt()
    assert between.call(lambda: "answer") == "answer"
    between.stop()
    with pytest.raises(Stopped):
        between.call(lambda: "answer")


class Queue(Cpus):
    """A queue of CPUs that notes how often one was taken."""

    def __init__(self) -> None:
        self.taken, self.held = 0, False

    async def take(self, last: int | None = None) -> int:
        assert (last, self.held) == (None, False)
        self.taken, self.held = self.taken + 1, True
        return 7

    def give_back(self, cpu: int) -> None:
        assert (cpu, self.held) == (7, True)
        self.held = False


@pytest.mark.parametrize("gives_way", [True, False])
def test_a_match_that_gives_way_takes_a_cpu_for_each_answer(*, gives_way: bool) -> None:
    task, queue = plan_match([FIRST, FIRST], box="inline"), Queue()
    boxes = Boxes(Host("inline", gives_way=gives_way), None, Path(), queue)
    lines = [connector(bot, boxes, BotLog()) for bot in task.bots]
    (game,) = asyncio.run(play_match(task.plan, lines, lambda _: None)).games
    assert (queue.taken, queue.held) == (len(game.entries) if gives_way else 0, False)
    assert not game.forfeits


def test_the_cpus_of_a_match_that_gives_way_do_so(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, bool]] = []

    def make(**how: bool) -> Cpus:
        made.append(how)
        return Cpus(**how)

    monkeypatch.setattr("arena.runner.host.Cpus", make)
    for gives_way in (True, False):
        task = plan_match([FIRST, FIRST], box="inline")
        with Host("inline", gives_way=gives_way) as host:
            run_referee(play_in(host, task, lambda _: None))
    assert made == [{"gives_way": True}, {"gives_way": False}]
