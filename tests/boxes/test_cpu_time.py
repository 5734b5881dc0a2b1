"""The clock charges what a bot's box did: work, children, and what it did between questions."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.boxes.host.process_tree import (
    ProcessTree,
    Scheduled,
    descendants,
    kept_waiting,
    reaped_by,
)
from arena.errors import HostFailure
from arena.match.clock import TimeControl
from arena.system import cpu_time
from arena.v1 import record_pb2 as rec
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, play

pytestmark = [pytest.mark.clock, pytest.mark.usefixtures("processes")]

BOXES = ["process", pytest.param("container", marks=pytest.mark.real)]
# In CI attacks show it of a container: `cpu_of_short_children` and `thinks_while_not_asked`.
CONTAINER_AT_NIGHT = [
    "process",
    pytest.param("container", marks=[pytest.mark.real, pytest.mark.soak]),
]

# `work(seconds)` spends CPU time in this thread.
WORK = """
import os, subprocess, sys, threading, time
def work(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end: pass
"""


# In seconds, by the kernel's word to the program itself.
SPENT = """
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
print(sum(one.ru_utime + one.ru_stime for one in used), flush=True)
"""


def run(source: str) -> "subprocess.Popen[str]":
    """Start a program that says what it has spent when it is done, and then waits for its end."""
    return subprocess.Popen(
        [sys.executable, "-c", f"{WORK}\n{source}\n{SPENT}\ninput()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


BURN = "import time\nwhile time.process_time() < 0.2: pass"
CHILD = f"subprocess.run([sys.executable, '-S', '-c', {BURN!r}])"


@pytest.mark.parametrize("work", ["work(0.2)", CHILD], ids=["its own", "that of a dead child"])
def test_the_time_of_a_process_tree_is_the_kernels(work: str) -> None:
    with subprocess.Popen(["true"]) as gone:
        gone.wait()
    before = ProcessTree(os.getpid(), gone.pid).cpu()
    with run(work) as program:
        assert program.stdout is not None
        tree = ProcessTree(os.getpid(), program.pid)
        spent = float(program.stdout.readline())
        assert spent > 0.2
        # What has been worked twice over, or what is missing, would be 200 ms.
        assert tree.cpu() - before == pytest.approx(spent, abs=0.1)
        program.kill()


def test_what_is_gone_has_no_time_and_no_descendants() -> None:
    with subprocess.Popen(["true"]) as program:
        program.wait()
    assert cpu_time(program.pid) is None
    assert reaped_by(program.pid) == 0
    assert not list(descendants(program.pid))


# --- in a match ---


@pytest.fixture
def box(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    if kind == "container":
        request.getfixturevalue("image")
    return kind


def entries_of(game: rec.GameRecord, seat: int) -> list[rec.Entry]:
    return [entry for entry in game.entries if entry.seat == seat and not entry.fallback]


@pytest.mark.parametrize("box", BOXES, indirect=True)
def test_an_answer_costs_its_work_and_not_its_sleep(box: str, tmp_path: Path) -> None:
    body = "time.sleep(0.1); work(0.05); return turn.legal[0]"
    game = play(FIRST, write_bot(tmp_path / "bot", WORK + choosing(body)), box=box)
    assert not game.forfeits
    for entry in entries_of(game, 1):
        # With the sleep it would be three times as much as the work.
        assert 50_000 <= entry.cpu_us < 100_000


@pytest.mark.parametrize("box", BOXES, indirect=True)
def test_who_overspends_by_a_quarter_is_caught(box: str, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", WORK + choosing("work(1.25); return turn.legal[0]"))
    control = TimeControl(bank=1, increment=0)
    (forfeit,) = play(FIRST, bot, control=control, box=box).forfeits
    assert forfeit.verdict == rec.VERDICT_TIMEOUT
    assert "s of cpu time; 1.000 s were left" in forfeit.detail


@pytest.mark.parametrize("box", CONTAINER_AT_NIGHT, indirect=True)
def test_the_work_of_children_is_charged(box: str, tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", WORK + choosing(f"{CHILD}; return turn.legal[0]"))
    game = play(FIRST, bot, control=TimeControl(bank=60), box=box)
    assert not game.forfeits
    charged = [entry.cpu_us for entry in entries_of(game, 1)]
    assert sum(charged) >= 190_000 * len(charged)


PONDERER = (
    WORK
    + """
threading.Thread(target=lambda: work(600), daemon=True).start()
"""
    + choosing("print('asked', flush=True); return turn.legal[0]")
)


@pytest.mark.parametrize("box", CONTAINER_AT_NIGHT, indirect=True)
def test_who_ponders_is_frozen_while_others_think(box: str, tmp_path: Path) -> None:
    slow = write_bot(tmp_path / "slow", WORK + choosing("time.sleep(0.25); return turn.legal[0]"))
    game = play(write_bot(tmp_path / "bot", PONDERER), slow, box=box)
    entries = entries_of(game, 0)[1:]
    assert not game.forfeits
    assert sum(entry.cpu_us for entry in entries) < 0.4 * 250_000 * len(entries)


LEAVER = (
    WORK
    + f"""
subprocess.Popen([sys.executable, "-c", {WORK + "work(600)"!r}], start_new_session=True)
time.sleep(0.2)
"""
    + choosing("return turn.legal[0]")
)


def test_what_leaves_the_group_of_its_program_is_stopped_as_well(tmp_path: Path) -> None:
    slow = write_bot(tmp_path / "slow", WORK + choosing("time.sleep(0.25); return turn.legal[0]"))
    game = play(write_bot(tmp_path / "bot", LEAVER), slow, box="process")
    entries = entries_of(game, 0)[1:]
    assert not game.forfeits
    assert sum(entry.cpu_us for entry in entries) < 0.4 * 250_000 * len(entries)


# --- a machine that is too busy ---

HOGS = 40
# It begins when there is a file, and ends with the tests, however these are stopped.
HOG = """
import os, time
os.sched_setaffinity(0, {{{cpu}}})
while os.getppid() == {parent}: os.path.exists({gate!r}) or time.sleep(0.05)
"""


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[str]:
    """Have many programs want every CPU of these tests, none of them ours, once there is this file.

    Those of other tests are left alone: none of their bots could be told to be late there.
    """
    gate = str(tmp_path / "gate")
    # Each in a session of its own, since a kernel may share out its time by sessions.
    hogs = [
        subprocess.Popen(
            [sys.executable, "-S", "-c", HOG.format(cpu=cpu, parent=os.getpid(), gate=gate)],
            start_new_session=True,
        )
        for cpu in os.sched_getaffinity(0)
        for _ in range(HOGS)
    ]
    yield gate
    for hog in hogs:
        hog.kill()
        hog.wait()


def test_a_process_that_had_no_cpu_is_not_late_but_the_machine_is(
    gate: str, tmp_path: Path
) -> None:
    """Or it got enough for its first answer after all, which then has waited and is not late.

    A scheduler may give a newcomer more than its share. The later answers do not count here: what
    the referee itself waits on such a machine is charged, and little is left for them.
    """
    body = f"open({gate!r}, 'w').close(); work(0.9); return turn.legal[0]"
    bot = write_bot(tmp_path / "bot", WORK + choosing(body))
    control = TimeControl(bank=1, increment=0)
    try:
        game = play(FIRST, bot, control=control, box="process")
    except HostFailure as failure:
        said = r"too busy: within \d+\.\d+ s the bot had 0\.\d+ s"
        assert re.search(said, str(failure))  # noqa: PT017 - either of the two is right
    else:
        assert entries_of(game, 1)[0].waited_us > 900_000


def test_of_a_process_that_sleeps_it_is_told_what_it_has_worked(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", WORK + choosing("time.sleep(600)"))
    (forfeit,) = play(FIRST, bot, control=TimeControl(bank=1, increment=0), box="process").forfeits
    assert forfeit.verdict == rec.VERDICT_TIMEOUT
    said = re.fullmatch(
        r"no answer within 3\.030 s; the bot had spent (0\.\d{3}) s of CPU time", forfeit.detail
    )
    assert said is not None
    assert float(said[1]) > 0
    # All since its start, which takes more.
    assert forfeit.cpu_us > float(said[1]) * 1e6


@pytest.mark.parametrize(
    ("after", "spent", "kept"),
    [
        # One that has waited for others of the machine.
        ({1: Scheduled(0.1, 0.9)}, 0.1, 0.9),
        # Two that have shared a processor have waited for each other.
        ({1: Scheduled(0.5, 0.5), 2: Scheduled(0.5, 0.5)}, 1.0, 0.0),
        # And with one that is gone by now.
        ({1: Scheduled(0.5, 0.5)}, 1.0, 0.0),
        # What two have waited at the same time counts once.
        ({1: Scheduled(0.1, 0.8), 2: Scheduled(0.1, 0.8)}, 0.2, 0.7),
        ({}, 0.0, 0.0),
    ],
)
def test_who_waited_for_its_own_was_not_kept_waiting(
    after: dict[int, Scheduled], spent: float, kept: float
) -> None:
    for began in (0.0, 5.0):
        before = {thread: Scheduled(began, began) for thread in after}
        later = {
            thread: Scheduled(began + ran, began + waited)
            for thread, (ran, waited) in after.items()
        }
        assert kept_waiting(before, later, spent) == pytest.approx(kept)
