"""The processes that a runner starts: what signals do to them, and its death."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.runner.child import Beside
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("processes")

# In processes of their own, since this one may have loaded gRPC, and then must not fork.
DRIVER = """
import multiprocessing, os, signal, sys, time
from dataclasses import dataclass, field
from pathlib import Path
from arena.runner import referee_process
from arena.runner.child import Beside, become_child, start_child
from arena.v1 import record_pb2 as rec

FORK = multiprocessing.get_context("fork")

def interrupt(*_):
    raise KeyboardInterrupt

def stopped(port):
    become_child()
    port.send("ready")
    time.sleep(600)

def orphan(parent, folder):
    (folder / "pid").write_text(str(os.getpid()))
    while os.getppid() == parent:
        time.sleep(0.01)
    become_child()
    (folder / "survived").touch()
"""
STOPPED = """
signal.signal(signal.SIGTERM, interrupt)
ours, theirs = FORK.Pipe()
child = FORK.Process(target=stopped, args=(theirs,))
child.start()
ours.recv()
child.terminate()
child.join()
print(child.exitcode)
"""
ORPHANED = """
folder = Path(sys.argv[1])
FORK.Process(target=orphan, args=(os.getpid(), folder)).start()
while not (folder / "pid").exists():
    time.sleep(0.01)
os.kill(os.getpid(), signal.SIGKILL)
"""
BESIDE = """
beside = Beside(time.sleep)
beside.ask(0)
beside.answer()
beside.ask(600)
(child,) = multiprocessing.active_children()
Path(sys.argv[1], "pid").write_text(str(child.pid))
os.kill(os.getpid(), signal.SIGKILL)
"""
# The signal comes in a function that every fork runs, where no exception gets out.
STARTING = """
signal.signal(signal.SIGTERM, interrupt)
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
_, theirs = FORK.Pipe()
child = FORK.Process(target=stopped, args=(theirs,), daemon=True)
try:
    start_child(child.start)
except KeyboardInterrupt:
    print("interrupted")
child.terminate()
"""
# Its matches end when all of them have been told to, or after a hundred seconds.
STOPPING = """
from arena.runner.host import Host
barrier = multiprocessing.Barrier(3)

def play(host, task, port):
    become_child()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    try:
        port.send(referee_process.GamePlayed(None))
        signal.pause()
    except KeyboardInterrupt:
        barrier.wait(100)
        # In one piece, since the others write at the same time.
        os.write(1, f"match {task.name} has ended\\n".encode())

@dataclass(frozen=True)
class Task:
    name: int

referee_process.play_alone = play
with referee_process.Referees(Host("process")) as referees:
    for number in range(3):
        referees.start(number, Task(number))
    ready = set()
    while len(ready) < 3:
        ready |= {number for number, _ in referees.wait()}
"""


def drive(what: str, *words: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", DRIVER + what, *words],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_signal_ends_a_child_without_a_word_whatever_it_means_to_its_parent() -> None:
    done = drive(STOPPED)
    assert (done.stdout, done.stderr) == ("-15\n", "")


def test_a_signal_that_comes_while_a_child_is_started_is_not_lost() -> None:
    done = drive(STARTING)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_a_child_whose_parent_died_before_it_could_ask_to_be_told_ends_too(tmp_path: Path) -> None:
    drive(ORPHANED, tmp_path)
    child = Path("/proc") / (tmp_path / "pid").read_text()
    wait_until(lambda: not child.exists())
    assert not (tmp_path / "survived").exists()


def test_a_process_beside_ends_with_its_parent_whatever_it_does(tmp_path: Path) -> None:
    command = [sys.executable, "-c", DRIVER + BESIDE, str(tmp_path)]
    # Not until its output ends: what goes on has that, too.
    subprocess.run(command, cwd=Path(__file__).parents[2], check=False)
    number = int((tmp_path / "pid").read_text())
    try:
        wait_until(lambda: not Path(f"/proc/{number}").exists())
    finally:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def test_matches_that_are_stopped_end_at_the_same_time() -> None:
    done = drive(STOPPING)
    assert sorted(done.stdout.splitlines()) == [f"match {number} has ended" for number in range(3)]
    assert done.stderr == ""


def return_or_raise(mistake: UserError, how: str) -> UserError:
    if how == "raised":
        raise mistake
    return mistake


def test_a_process_beside_goes_on_when_the_thread_that_started_it_has_ended() -> None:
    with Beside(os.getpid) as beside:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(beside.ask).result()
            started = pool.submit(beside.answer).result()
        for _ in range(3):
            beside.ask()
            assert beside.answer() == started


def test_an_error_that_is_returned_is_an_answer_and_one_that_is_raised_is_raised() -> None:
    mistake = UserError("wrong")
    with Beside(return_or_raise, here=True) as beside:
        beside.ask(mistake, "returned")
        assert beside.answer() is mistake
        beside.ask(mistake, "raised")
        with pytest.raises(UserError, match="wrong"):
            beside.answer()
