"""The CPUs for bots: one box each, over all matches, anyone who waits and anyone who dies."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from arena.boxes.connection.watch import FAIR_SHARE
from arena.boxes.host.cpus import Cpus, cpus_for_bots, measure_share
from arena.boxes.host.leftovers import runtime_parent
from arena.boxes.supervision.bot_log import BotLog
from arena.errors import Unavailable
from arena.match.clock import TimeControl
from arena.runner.play import run_referee
from arena.runner.task import Task
from tests.bots.writing import choosing, write_bot
from tests.boxes.containers import FIRST, plan_match, play_task

pytestmark = [pytest.mark.clock, pytest.mark.usefixtures("runtime_parent", "two_cpus")]


def run(main: Callable[[Cpus, Cpus], Awaitable[None]]) -> None:
    """Run a test with the CPUs of two matches."""

    async def both() -> None:
        with Cpus() as ours, Cpus() as theirs:
            await main(ours, theirs)

    asyncio.run(both())


async def is_kept_waiting(taking: "asyncio.Task[int]") -> bool:
    await asyncio.wait({taking}, timeout=0.1)
    return not taking.done()


def test_a_cpu_is_for_one_box_over_all_matches() -> None:
    async def main(ours: Cpus, theirs: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        assert sorted(taken) == cpus_for_bots()
        taking = asyncio.create_task(theirs.take())
        assert await is_kept_waiting(taking)
        ours.give_back(taken[-1])
        assert await taking == taken[-1]

    run(main)


def test_who_waits_for_its_own_match_is_handed_a_cpu_and_watches_no_file() -> None:
    async def main(ours: Cpus, _: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        taking = asyncio.create_task(ours.take())
        assert await is_kept_waiting(taking)
        assert ours.bell is None
        ours.give_back(taken[0])
        assert await taking == taken[0]

    run(main)


@pytest.mark.parametrize(
    ("usable", "for_bots"),
    [
        ({5}, [5]),
        ({0, 1, 2}, [0, 1, 2]),
        ({0, 1, 2, 3}, [1, 2, 3]),
        ({2, 4, 6, 8, 9}, [4, 6, 8, 9]),
    ],
)
def test_of_four_cpus_or_more_one_is_kept_for_referees(
    usable: set[int], for_bots: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: usable)
    assert cpus_for_bots(Path("/nowhere")) == for_bots


def write_topology(folder: Path, *cores: str) -> None:
    """Write which CPUs are siblings, as the kernel does: "0,4" or "0-1"."""
    for core in cores:
        for cpu in re.findall(r"\d+", core):
            (folder / f"cpu{cpu}" / "topology").mkdir(parents=True)
            (folder / f"cpu{cpu}" / "topology" / "thread_siblings_list").write_text(f"{core}\n")


EIGHT = set(range(8))


@pytest.mark.parametrize(
    ("cores", "usable", "for_bots"),
    [
        # Neighbours, or far apart.
        (["0-1", "2-3", "4-5", "6-7"], EIGHT, [2, 4, 6]),
        (["0,4", "1,5", "2,6", "3,7"], EIGHT, [1, 2, 3]),
        # No siblings.
        (["0", "1", "2", "3"], {0, 1, 2, 3}, [1, 2, 3]),
        # Some cores have two, some one.
        (["0-1", "2-3", "4", "5"], {0, 1, 2, 3, 4, 5}, [2, 4, 5]),
        # Of a core only the other one may be used.
        (["0-1", "2-3", "4-5", "6-7"], {1, 2, 3, 4, 5, 7}, [2, 4, 7]),
        # Too few cores to leave a half of each idle.
        (["0-1", "2-3"], {0, 1, 2, 3}, [1, 2, 3]),
        (["0-1", "2-3", "4-5"], {0, 1, 2, 3, 4, 5}, [1, 2, 3, 4, 5]),
        (["0-1", "2-3", "4-5", "6-7"], {2, 3, 4, 5, 6, 7}, [3, 4, 5, 6, 7]),
        (["0-1"], {0, 1}, [0, 1]),
    ],
)
def test_from_four_physical_cores_on_no_two_bots_share_one(
    cores: list[str],
    usable: set[int],
    for_bots: list[int],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: usable)
    write_topology(tmp_path, *cores)
    assert cpus_for_bots(tmp_path) == for_bots


def test_a_box_gets_the_cpu_that_it_had_if_that_is_free() -> None:
    async def main(ours: Cpus, _: Cpus) -> None:
        for cpu in cpus_for_bots():
            assert await ours.take(cpu) == cpu
            ours.give_back(cpu)

    run(main)


def test_nobody_overtakes_who_waits() -> None:
    async def main(ours: Cpus, theirs: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        first = asyncio.create_task(theirs.take())
        assert await is_kept_waiting(first)
        second = asyncio.create_task(ours.take())
        assert await is_kept_waiting(second)
        ours.give_back(taken[0])
        assert await first == taken[0]
        assert await is_kept_waiting(second)
        theirs.give_back(taken[0])
        assert await second == taken[0]

    run(main)


async def queue(cpus: Cpus) -> "asyncio.Task[int]":
    """Begin to wait for a CPU, and return when that is in the queue."""
    taking = asyncio.create_task(cpus.take())
    assert await is_kept_waiting(taking)
    return taking


def test_who_came_first_is_served_first_over_all_matches() -> None:
    async def main() -> None:
        with ExitStack() as opened:
            matches = [opened.enter_context(Cpus()) for _ in range(5)]
            taken = [await matches[0].take() for _ in cpus_for_bots()]
            # Two boxes of each, in no order that their files have.
            order = [3, 1, 4, 2, 0, 2, 3, 0, 4, 1]
            waiting = [await queue(matches[number]) for number in order]
            matches[0].give_back(taken.pop())
            for number, taking in zip(order, waiting, strict=True):
                cpu = await asyncio.wait_for(taking, 100)
                assert [other for other in waiting if other.done()] == waiting[: len(done) + 1]
                done.append(number)
                matches[number].give_back(cpu)

    done: list[int] = []
    asyncio.run(main())
    assert len(done) == 10


WAITER = """
import asyncio, os
from arena.boxes.host.cpus import Cpus
async def main():
    with Cpus() as cpus:
        taking = asyncio.create_task(cpus.take())
        done, _ = await asyncio.wait({taking}, timeout=0.1)
        print("early" if done else "queued", flush=True)
        cpu = await taking
        print("got", flush=True)
        input()
        cpus.give_back(cpu)
os.nice(19)
asyncio.run(main())
"""


@contextmanager
def waiter() -> Iterator["subprocess.Popen[str]"]:
    """Have a process of the lowest priority wait for a CPU."""
    words = [sys.executable, "-c", WAITER]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "queued\n"
        try:
            yield started
        finally:
            started.kill()


@pytest.mark.usefixtures("processes")
def test_a_match_that_gives_way_is_behind_those_that_come_a_little_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Longer than the others take here on any machine.
    monkeypatch.setattr("arena.boxes.host.cpus.BEHIND", 10**15)

    async def main(ours: Cpus, _: Cpus) -> None:
        with Cpus(gives_way=True) as table:
            taken = [await ours.take() for _ in cpus_for_bots()]
            behind = await queue(table)
            with waiter() as later:
                assert later.stdout is not None
                # The CPU is free, and whose turn it is cannot take it.
                later.send_signal(signal.SIGSTOP)
                ours.give_back(taken[0])
                assert await is_kept_waiting(behind)
                later.send_signal(signal.SIGCONT)
                assert await asyncio.to_thread(later.stdout.readline) == "got\n"
                later.communicate("\n")
                assert await behind == taken[0]

    run(main)


@pytest.mark.usefixtures("processes")
def test_a_process_of_low_priority_is_served_when_its_turn_comes() -> None:
    async def main(ours: Cpus, theirs: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        first = await queue(theirs)
        with waiter() as second:
            assert second.stdout is not None
            later = [await queue(cpus) for cpus in (ours, theirs)]
            ours.give_back(taken.pop())
            # It is awake all the time, and the other one is not.
            theirs.give_back(await first)
            assert await asyncio.to_thread(second.stdout.readline) == "got\n"
            assert not any(taking.done() for taking in later)
            second.communicate("\n")
            cpu = await asyncio.wait_for(later[0], 100)
            ours.give_back(cpu)
            theirs.give_back(await asyncio.wait_for(later[1], 100))

    run(main)


@pytest.mark.usefixtures("processes")
def test_a_process_that_dies_in_the_queue_leaves_no_hole() -> None:
    async def main(ours: Cpus, theirs: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        with waiter() as first, waiter() as second:
            mine = await queue(theirs)
            ours.give_back(taken.pop())
            assert first.stdout is not None
            assert await asyncio.to_thread(first.stdout.readline) == "got\n"
            second.kill()
            first.kill()
            theirs.give_back(await asyncio.wait_for(mine, 100))

    run(main)


def test_who_gives_up_waiting_leaves_the_queue_to_others() -> None:
    async def main(ours: Cpus, theirs: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        taking = asyncio.create_task(theirs.take())
        assert await is_kept_waiting(taking)
        taking.cancel()
        with suppress(asyncio.CancelledError):
            await taking
        ours.give_back(taken[0])
        assert await asyncio.wait_for(ours.take(), 100) == taken[0]

    run(main)


def test_a_cpu_that_is_handed_on_is_for_one_box_alone() -> None:
    async def main(ours: Cpus, theirs: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        heir = asyncio.create_task(ours.take())
        assert await is_kept_waiting(heir)
        ours.give_back(taken[0])
        assert await heir == taken[0]
        stranger = asyncio.create_task(theirs.take())
        assert await is_kept_waiting(stranger)
        ours.give_back(taken[0])
        assert await stranger == taken[0]

    run(main)


def test_a_cpu_that_is_handed_to_who_has_just_given_up_is_free() -> None:
    async def main(ours: Cpus, theirs: Cpus) -> None:
        taken = [await ours.take() for _ in cpus_for_bots()]
        heir = asyncio.create_task(ours.take())
        assert await is_kept_waiting(heir)
        ours.give_back(taken[0])
        heir.cancel()
        with suppress(asyncio.CancelledError):
            await heir
        assert await asyncio.wait_for(theirs.take(), 100) == taken[0]

    run(main)


HOLDER = """
import asyncio, signal
from arena.boxes.host.cpus import Cpus, cpus_for_bots
async def main():
    with Cpus() as cpus:
        for _ in cpus_for_bots():
            await cpus.take()
        print("held", flush=True)
        signal.pause()
asyncio.run(main())
"""


@pytest.mark.usefixtures("processes")
def test_the_cpus_of_a_match_that_was_killed_are_free_at_once() -> None:
    words = [sys.executable, "-c", HOLDER]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"

        async def main(ours: Cpus, _: Cpus) -> None:
            taking = asyncio.create_task(ours.take())
            assert await is_kept_waiting(taking)
            os.kill(holder.pid, signal.SIGKILL)
            assert await asyncio.wait_for(taking, 100) in cpus_for_bots()

        run(main)


def test_a_lock_that_cannot_be_had_is_told_of() -> None:
    (runtime_parent() / f"cpu-{cpus_for_bots()[0]}.lock").mkdir()
    with pytest.raises(Unavailable, match="set ARENA_RUNTIME_DIR to a folder of your own"), Cpus():
        pass


@pytest.mark.usefixtures("processes")
def test_beside_many_that_have_just_begun_no_fair_share_is_measured() -> None:
    cpu = cpus_for_bots()[-1]
    # It begins when nobody can write to it any more, and ends with the tests, however these do.
    hog = (
        f"import os; os.sched_setaffinity(0, {{{cpu}}}); os.read(0, 1)\n"
        f"while os.getppid() == {os.getpid()}: pass"
    )
    words = [sys.executable, "-S", "-c", hog]
    reading, writing = os.pipe()
    with ExitStack() as hogs:
        for _ in range(30):
            started = subprocess.Popen(words, stdin=reading, start_new_session=True)
            running = hogs.enter_context(started)
            hogs.callback(running.kill)
            while os.sched_getaffinity(running.pid) != {cpu}:
                assert running.poll() is None
        os.close(reading)
        os.close(writing)
        assert asyncio.run(measure_share(cpu)) < FAIR_SHARE


def test_what_is_measured_on_the_cpu_of_a_bot_leaves_no_thread_there() -> None:
    async def main() -> None:
        usable = os.sched_getaffinity(0)
        for cpu in cpus_for_bots():
            assert 0 < await measure_share(cpu) <= 1
            assert await asyncio.to_thread(os.sched_getaffinity, 0) == usable

    asyncio.run(main())


# --- in matches ---

THINKER = choosing(
    "begin = time.monotonic()\n"
    "        while time.monotonic() < begin + 0.02: pass\n"
    "        print('thought', begin, time.monotonic(), len(os.sched_getaffinity(0)))\n"
    "        return turn.legal[0]"
)


def play_and_listen(task: Task) -> str:
    """Play a match and return all that its bots have printed."""
    logs = [BotLog() for _ in task.bots]
    record = run_referee(play_task(task, lambda _: None, logs))
    assert not record.games[0].forfeits
    return "\n".join(map(str, logs))


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("box", ["process", pytest.param("container", marks=pytest.mark.real)])
def test_no_more_boxes_think_at_once_than_there_are_cpus(
    box: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if box == "container":
        request.getfixturevalue("image")
    bot = write_bot(tmp_path / "bot", "import os, time\n" + THINKER)
    task = plan_match([bot] * 3, box=box)
    with ThreadPoolExecutor(2) as matches:
        logs = "\n".join(matches.map(play_and_listen, [task] * 2))
    thought = re.findall(r"thought ([\d.]+) ([\d.]+) (\d+)", logs)
    assert len(thought) >= 2 * 3 * 10
    assert {cpus for *_, cpus in thought} == {"1"}
    changes = [(float(begin), 1) for begin, *_ in thought]
    changes += [(float(end), -1) for _, end, _ in thought]
    at_once = most = 0
    for _, change in sorted(changes):
        at_once += change
        most = max(most, at_once)
    # While no more were thawed than these, all of them were used.
    assert most == len(cpus_for_bots())


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    "misdeed",
    ["time.sleep(600)", "sys.exit(3)", "os.closerange(3, 99); time.sleep(600)", "return 'no move'"],
)
def test_who_is_lost_holds_no_cpu_that_others_wait_for(misdeed: str, tmp_path: Path) -> None:
    lost = write_bot(tmp_path / "lost", "import os, sys, time\n" + choosing(misdeed))
    bots = [lost for _ in cpus_for_bots()] + [FIRST] * 2
    task = plan_match(bots, TimeControl(0.5, 1), box="process")
    record = run_referee(play_task(task, lambda _: None))
    assert len(record.games[0].forfeits) == len(bots) - 2


# About one of its cards, and all at the same time.
LONG_THOUGHT = choosing(
    "end = time.thread_time() + (0.8 * turn.time_left if len(turn.legal) == 5 else 0)\n"
    "        while time.thread_time() < end: pass\n"
    "        return turn.legal[0]"
)


@pytest.mark.usefixtures("image")
def test_bots_that_think_for_most_of_their_time_at_once_make_nothing_void(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", "import time\n" + LONG_THOUGHT)
    task = plan_match([bot] * 6, TimeControl(0.5, 0.1))
    with ThreadPoolExecutor(2) as matches:
        list(matches.map(play_and_listen, [task] * 2))
