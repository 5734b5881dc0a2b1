"""What a season does with the answers of its workers: whom it believes, who plays again."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from distributed import CancelledError, Client, KilledWorker, Scheduler, Worker
from distributed.scheduler import WorkerState

from arena.containers.recipe import read_recipe
from arena.runner.host import Host
from arena.runner.referee_process import GamePlayed, MatchPlayed, MatchVoid
from arena.v1 import record_pb2 as rec
from ladder.cluster.address import HTTP, read_address
from ladder.cluster.executor import ClusterExecutor
from ladder.cluster.loop import run_to_end
from ladder.cluster.player import Lacking, Outcome, WorkerAnswer
from ladder.cluster.worker import Tasks, WorkerHost
from ladder.machine.pulse import read_machine
from ladder.season.executor import ExecutorEvent, MatchTask, Notice
from tests.ladder.cluster.scripted_scheduler import Asked, Script, ScriptedScheduler, played
from tests.ladder.ladders import DIGEST, FILES

ADDRESS = read_address("tcp://127.0.0.1", None)
MACHINE = read_machine("process", read_recipe().digest, 2)
PLAN = rec.Plan(game="six_nimmt", games=2, bots=[rec.Bot(name="one@1", digest=DIGEST)])
# What never happens is waited for so long, in seconds.
PATIENCE = 300.0


@pytest.fixture(autouse=True)
def _place(runtime_parent: Path) -> None:
    """Have the executor make its folder where no other looks."""


def scheduler(script: Script = lambda asked: played(asked.task)) -> ScriptedScheduler:
    return ScriptedScheduler(MACHINE, script)


@contextmanager
def season(there: ScriptedScheduler) -> Iterator[ClusterExecutor]:
    """Play on the workers of a scheduler."""
    with ClusterExecutor(
        ADDRESS, {DIGEST: FILES}.get, "process", connect=there.connect, pause=0.01
    ) as executor:
        yield executor


def play(executor: ClusterExecutor, *matches: int) -> list[tuple[str, ExecutorEvent]]:
    """Have matches played, one after the other; return all that was told meanwhile."""
    told: list[tuple[str, ExecutorEvent]] = []
    for match in matches:
        executor.start(MatchTask(f"match {match}", PLAN.SerializeToString()))
        told += wait_for(executor, lambda event: isinstance(event, MatchPlayed | MatchVoid))
    return told


def wait_for(
    executor: ClusterExecutor, wanted: Callable[[ExecutorEvent], bool]
) -> list[tuple[str, ExecutorEvent]]:
    told: list[tuple[str, ExecutorEvent]] = []
    while not any(wanted(event) for _, event in told):
        events = executor.wait(PATIENCE)
        assert events, told
        told += events
    return told


def notices(told: list[tuple[str, ExecutorEvent]]) -> list[str]:
    return [event.text for _, event in told if isinstance(event, Notice)]


def results(told: list[tuple[str, ExecutorEvent]]) -> list[Outcome]:
    return [event for _, event in told if isinstance(event, MatchPlayed | MatchVoid)]


def scores(told: list[tuple[str, ExecutorEvent]]) -> list[int]:
    """Return what the first game of each match has come to."""
    return [one.record.games[0].scores[0] for one in results(told) if isinstance(one, MatchPlayed)]


def counted(executor: ClusterExecutor) -> dict[str, tuple[int, int]]:
    """Return of each worker how many matches were played, and void."""
    return {one.name: (one.played, one.void) for one in executor.examine().workers}


# --- one worker, one match ---


def test_a_match_is_played_by_whoever_is_there_and_told_once() -> None:
    there = scheduler().join("a", "b")
    with season(there) as executor:
        told = play(executor, 1, 2)
        over = [job for job, event in told if isinstance(event, MatchPlayed)]
        assert over == ["match 1", "match 2"]
        assert len(there.asked) == 2
        assert not any(asked.wanted for asked in there.asked)
        assert sorted(counted(executor).values()) == [(1, 0), (1, 0)]


def test_whose_bots_files_are_lacking_is_sent_them_and_asked_again() -> None:
    def lack(asked: Asked) -> Outcome:
        return played(asked.task) if DIGEST in asked.files else Lacking((DIGEST,))

    there = scheduler(lack).join("a", "b", "c")
    with season(there) as executor:
        assert scores(play(executor, 1)) == [1]
        first, second = there.asked
        assert (first.files, second.files) == ({}, {DIGEST: FILES})
        # Straight to whom they are lacking.
        assert there.sent == [(f"tcp://{first.worker}", FILES)]
        assert first.key == second.key
        # A match that could not begin is neither played nor void.
        assert sum(sum(each) for each in counted(executor).values()) == 1


def test_a_worker_that_goes_before_it_has_played_has_others_play() -> None:
    def go(asked: Asked) -> Outcome | BaseException:
        if not asked.files:
            return Lacking((DIGEST,))
        if len(there.asked) == 2:
            return CancelledError()
        return played(asked.task, score=7)

    there = scheduler(go).join("a", "b")
    with season(there) as executor:
        assert scores(play(executor, 1)) == [7]
        assert there.sent == [(f"tcp://{there.asked[at].worker}", FILES) for at in (0, 2)]


def test_a_worker_that_the_season_does_not_reach_is_told_of_and_others_play() -> None:
    def lack(asked: Asked) -> Outcome:
        there.unreachable = there.asked[0].worker
        return played(asked.task) if DIGEST in asked.files else Lacking((DIGEST,))

    there = scheduler(lack).join("a", "b")
    with season(there) as executor:
        told = play(executor, 1)
        assert scores(told) == [1]
        assert there.asked[-1].worker != there.unreachable
        (text,) = [text for text in notices(told) if "does not reach" in text]
        assert f"tcp://{there.unreachable}" in text
        assert text.endswith("Its host has to open this port to the season.")


def test_a_worker_that_goes_while_it_alone_is_asked_has_others_play() -> None:
    def go(asked: Asked) -> Outcome | None:
        if asked.wanted:
            there.leave(asked.worker)
        elif len(there.asked) == 1:
            there.keep("b" if asked.worker == "a" else "a", asked.key)
        else:
            return played(asked.task, score=7)
        return None

    there = scheduler(go).join("a", "b")
    with season(there) as executor:
        told = play(executor, 1)
        assert scores(told) == [7]
        first, keeper, last = (asked.worker for asked in there.asked)
        assert f"Worker {keeper} has left." in notices(told)
        assert first == last != keeper


@pytest.mark.parametrize("for_long", [False, True])
def test_what_a_scheduler_had_that_goes_is_given_to_the_next_one(for_long: bool) -> None:
    def vanish(asked: Asked) -> Outcome | BaseException | None:
        if len(there.asked) == 1:
            there.tell(asked, rec.GameRecord(number=1))
            asyncio.get_running_loop().call_soon(lambda: there.lose_connection(for_long=for_long))
            return None
        if there.hear is None and len(there.asked) < 1000:
            # The next one does not know yet whom to tell of games.
            return CancelledError()
        there.tell(asked, rec.GameRecord(number=1))
        return played(asked.task)

    there = scheduler(vanish).join("a")
    with season(there) as executor:
        told = play(executor, 1)
        assert scores(told) == [1]
        assert [event.game.number for _, event in told if isinstance(event, GamePlayed)] == [1]
        # Who has it already returns what came of it.
        assert len({asked.key for asked in there.asked}) == 1
        assert there.connections == 1 + for_long


def test_a_scheduler_that_does_not_answer_is_waited_for_and_told_once() -> None:
    there = ScriptedScheduler(MACHINE, lambda asked: played(asked.task), refusals=3).join("a")
    with season(there) as executor:
        told = play(executor, 1)
        away = [text for text in notices(told) if "No scheduler answers" in text]
        assert away == ["No scheduler answers at tcp://127.0.0.1:8786; waiting for one."]
        assert there.connections == 4


def test_a_scheduler_of_another_version_is_told_of_and_the_next_one_is_used() -> None:
    there = ScriptedScheduler(MACHINE, lambda asked: played(asked.task), other=True).join("a")
    with season(there) as executor:
        other = "The scheduler at tcp://127.0.0.1:8786 has another card-arena than this."
        wait_for(executor, lambda event: isinstance(event, Notice) and other in event.text)
        executor.start(MatchTask("match 1", PLAN.SerializeToString()))
        # It would not understand that.
        assert not executor.wait(0.1)
        assert not there.asked
        there.other = False
        assert scores(wait_for(executor, lambda event: isinstance(event, MatchPlayed))) == [1]


def test_a_worker_that_has_the_result_is_asked_for_it_and_who_plays_is_waited_for_no_more() -> None:
    def have(asked: Asked) -> Outcome | None:
        if asked.wanted:
            return played(asked.task, score=9)
        there.keep("b" if asked.worker == "a" else "a", asked.key)
        return None

    there = scheduler(have).join("a", "b")
    with season(there) as executor:
        assert scores(play(executor, 1)) == [9]
        slow, has = there.asked
        assert slow.worker != has.worker
        assert slow.key == has.key
        assert counted(executor) == {slow.worker: (0, 0), has.worker: (1, 0)}


def test_what_nobody_waits_for_is_told_to_nobody() -> None:
    there = scheduler().join("a")
    with season(there) as executor:
        play(executor, 1)
        there.tell(there.asked[0], rec.GameRecord(number=1))
        there.keep("a", there.asked[0].key, "of another season")
        told = play(executor, 2)
        assert len(results(told)) == 1
        assert not [event for _, event in told if isinstance(event, GamePlayed)]
        assert counted(executor) == {"a": (2, 0)}


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            KilledWorker("match-1", cast("WorkerState", None), 3),
            "one worker after the other was lost with it",
        ),
        (ValueError("so"), "its worker failed with ValueError: so"),
    ],
)
def test_a_match_that_dask_gives_up_is_void(error: BaseException, reason: str) -> None:
    with season(scheduler(lambda _: error).join("a")) as executor:
        assert results(play(executor, 1)) == [MatchVoid(reason)]


def test_a_void_is_the_workers_and_is_told_as_it_came() -> None:
    void = MatchVoid("there is no Java", bot="a@1")
    with season(scheduler(lambda _: void).join("a")) as executor:
        assert results(play(executor, 1)) == [void]
        assert counted(executor) == {"a": (0, 1)}


# --- who is there ---


def test_a_worker_of_another_kind_is_set_aside_when_it_joins() -> None:
    there = scheduler().join("like").join("other", machine=replace(MACHINE, box="container"))
    with season(there) as executor:
        told = wait_for(executor, lambda event: isinstance(event, Notice) and "other" in event.text)
        why = "its bots play in boxes of the kind container, and the season's in process"
        assert f"Worker other is set aside: {why}." in notices(told)
        states = {one.name: one.state for one in executor.examine().workers}
        assert states == {"like": "plays", "other": f"set aside: {why}"}
        assert executor.slots == MACHINE.parallel
    assert there.dismissed == ["tcp://other"]


def test_one_that_has_left_may_come_back_and_none_is_told_once() -> None:
    joined = Notice("Worker a has joined at tcp://a; it plays 2 at once.")
    there = scheduler().join("a")
    with season(there) as executor:
        told = wait_for(executor, lambda event: event == joined)
        # A firewall has to let these through.
        assert notices(told)[0] == (
            "Season and workers reach the scheduler at tcp://127.0.0.1:8786; season and scheduler"
            " reach each worker at the port that it joins with."
        )
        there.leave("a")
        told = wait_for(
            executor,
            lambda event: isinstance(event, Notice) and event.text.startswith("No worker plays"),
        )
        assert "Worker a has left." in notices(told)
        assert (executor.slots, counted(executor)) == (1, {"a": (0, 0)})
        assert [one.state for one in executor.examine().workers] == ["left"]
        there.join("a")
        told = wait_for(executor, lambda event: isinstance(event, Notice))
        assert notices(told) == [joined.text]
        assert executor.slots == MACHINE.parallel


# --- the worker's own side ---


@pytest.mark.usefixtures("processes")
def test_dasks_worker_has_a_task_until_the_season_has_taken_its_result() -> None:
    async def work(tasks: Tasks) -> None:
        security, host = ADDRESS.security, ADDRESS.worker_host
        async with (
            Scheduler(host=host, port=0, security=security, dashboard_address=HTTP) as here,
            Worker(here.address, host=host, plugins=(tasks,), dashboard_address=HTTP),
            Client(here.address, asynchronous=True, set_as_default=False) as client,
        ):
            assert tasks.none.is_set()
            asked = client.submit(int, "1")
            assert await asked == 1
            assert not tasks.none.is_set()
            asked.release()
            await asyncio.wait_for(tasks.none.wait(), PATIENCE)
            assert not tasks.closed.is_set()

    tasks = Tasks()
    run_to_end(work(tasks))
    assert tasks.closed.is_set()


class ScriptedPlayer:
    """Plays as it is told."""

    def __init__(self, *outcomes: Outcome) -> None:
        self._outcomes = iter(outcomes)

    async def play(self, *_: object) -> Outcome:
        return next(self._outcomes)


VOID = MatchVoid("the machine sneezed")
GONE = MatchVoid("there is no engine", lasting=True)
WITHOUT = MatchVoid("there is no Java", lasting=True, bot="a@1")
DONE = MatchPlayed(rec.Record(plan=PLAN))


@pytest.mark.parametrize(
    ("outcomes", "leaves"),
    [
        ([VOID, VOID], False),
        ([VOID, VOID, VOID], True),
        ([VOID, VOID, DONE, VOID, VOID], False),
        ([VOID, VOID, Lacking((DIGEST,)), VOID], True),
        ([GONE], True),
        ([WITHOUT, WITHOUT, WITHOUT], False),
    ],
)
def test_a_worker_leaves_on_which_matches_fail_again_and_again(
    outcomes: list[Outcome], leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> list[object]:
        host = WorkerHost(ADDRESS, Host("process"), 1, lambda *_, **__: None)
        monkeypatch.setattr(host, "player", ScriptedPlayer(*outcomes), raising=False)
        task = MatchTask("match 1", PLAN.SerializeToString())
        answers: list[object] = [
            await host.play(str(number), task, {}) for number in range(len(outcomes))
        ]
        # Asked once more it says what it said: only what it lacked may be there by now.
        assert await host.play("0", task, {}) == answers[0]
        return [host.reason, *answers]

    reason, *answers = asyncio.run(work())
    assert bool(reason) == leaves
    assert not leaves or str(reason).startswith("Matches cannot be played here: ")
    for answer, outcome in zip(answers, outcomes, strict=True):
        # Others may play what cannot be played here.
        told = replace(outcome, lasting=False) if isinstance(outcome, MatchVoid) else outcome
        assert isinstance(answer, WorkerAnswer)
        assert answer.outcome == told
