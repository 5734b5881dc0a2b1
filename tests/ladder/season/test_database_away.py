"""A database that is away for a while: the season waits, goes on, and nothing is lost or twice."""

import itertools
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from arena.errors import HostFailure
from ladder.log.entries import Benched
from ladder.log.file import read_log, write_log
from ladder.queue.quarantine import find_solo_voids
from ladder.season.jobs import Logged, MatchOver, SeasonEvent, Waiting
from ladder.store import schema
from ladder.store.database import StoreFailure
from ladder.store.store import Store
from tests.ladder.scripted import (
    AWAY,
    VOID,
    Scripted,
    fail,
    follow,
    kinds,
    make_ladder,
    make_season,
    play,
    run_to_end,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with make_ladder(tmp_path, "a", "b") as made:
        yield made


def insert_twice(store: Store) -> None:
    with store.connections.writing() as here:
        first = here.connection.execute(select(schema.entries).limit(1)).mappings().one()
        here.connection.execute(insert(schema.entries).values(dict(first)))


def be_damaged(_: Store) -> None:
    raise StoreFailure("the ladder's database is damaged; take its last copy, or an export")


@pytest.mark.parametrize(
    ("act", "failure"), [(insert_twice, IntegrityError), (be_damaged, StoreFailure)]
)
@pytest.mark.parametrize("name", ["plan", "finish", "stop"])
def test_what_waiting_does_not_mend_ends_a_season(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Store], None],
    failure: type[Exception],
    name: str,
) -> None:
    events = follow(make_season(store, Scripted()), 1)
    monkeypatch.setattr(store, name, lambda *_, **__: act(store))
    with pytest.raises(failure):
        list(takewhile(lambda event: not isinstance(event, Waiting), events))


def waits(events: list[SeasonEvent]) -> int:
    """Return how often it was said, at first and then each minute, that the season waits."""
    return events.count(Waiting(str(AWAY)))


@pytest.mark.parametrize("name", ["plan", "finish", "entries"])
def test_a_season_waits_for_the_database_and_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    one = make_season(store, Scripted())
    fail(monkeypatch, store, name, 3)
    assert waits(run_to_end(one, 2)) == 1
    assert kinds(store)["Played"] == 2
    assert store.queue() == []


def test_a_match_is_begun_although_the_database_was_away_when_its_bots_were_fetched(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = Scripted()
    fail(monkeypatch, executor, "start", 3)
    assert waits(play(store, executor, 2)) == 1
    assert kinds(store)["Played"] == 2


def test_a_result_that_was_kept_although_the_database_could_not_say_so_counts_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store, "finish", 1, done=True)
    events = play(store, Scripted(), 1)
    over = [one for one in events if isinstance(one, MatchOver)]
    assert [one.entry for one in over] == [store.played(1)]
    assert kinds(store)["Played"] == 1


def test_a_plan_that_was_kept_although_the_database_could_not_say_so_is_another_match(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store, "plan", 1, done=True)
    executor = Scripted()
    play(store, executor, 1)
    play(store, executor, 1)
    assert executor.matches() == [2, 1]
    first, second = (task.plan for task in executor.started)
    assert first != second


@pytest.mark.parametrize("done", [False, True])
def test_a_bot_is_benched_once_although_the_database_was_away(
    store: Store, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    fail(monkeypatch, store, "matches_of", 2)
    fail(monkeypatch, store, "append", 1, done=done)
    events = play(store, Scripted(failing=["a@1"]), 9)
    assert waits(events) == 2
    told = [one.entry for one in events if isinstance(one, Logged)]
    benched = [*store.entries(kinds=["benched"])]
    assert len(benched) == 1
    assert [entry for entry in told if isinstance(entry.body, Benched)] == benched


def test_a_trial_whose_void_was_kept_although_the_database_could_not_say_so_is_void_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with make_ladder(tmp_path, "bad", *"abcd") as store:
        fail(monkeypatch, store, "void_trial", 1, done=True)
        season = make_season(store, Scripted(voiding=["bad@1"]))
        for event in follow(season, 20):
            if isinstance(event, MatchOver) and event.job.name == "trial bad@1":
                break
        assert len(find_solo_voids(store.voids(), "bad@1")) == 1


def test_a_match_is_noted_as_void_although_the_database_was_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store, "void", 2)
    season = follow(make_season(store, Scripted(VOID)), 1)
    events = [next(season) for _ in range(3)]
    assert waits(events) == 1
    assert [planned.voids for planned in store.queue()] == [1]


def test_who_watches_and_fails_while_a_result_waits_for_the_database_makes_no_void(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(event: SeasonEvent) -> None:
        if isinstance(event, Waiting):
            raise HostFailure("the screen is gone")

    fail(monkeypatch, store, "finish", 3)
    with pytest.raises(HostFailure, match="the screen is gone"):
        make_season(store, Scripted()).run(1, lambda: True, tell)
    assert store.voids() == []


def test_a_season_waits_for_a_database_as_long_as_it_takes_and_says_so_each_minute(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whenever the season looks, 20 seconds are over: away for more than half an hour.
    clock = itertools.count(0, 20)
    one = make_season(store, Scripted(), now=clock.__next__)
    fail(monkeypatch, store, "finish", 100)
    assert waits(run_to_end(one, 2)) == 34
    assert kinds(store)["Played"] == 2


@pytest.mark.parametrize("away", ["finish", "plan"])
def test_what_ends_while_the_database_is_away_is_filed_when_it_is_back_and_nothing_new_is_begun(
    store: Store, monkeypatch: pytest.MonkeyPatch, away: str
) -> None:
    executor = Scripted()
    season = follow(make_season(store, executor, parallel=4), 4)
    if away == "finish":
        begun = [next(season) for _ in range(4)]
        fail(monkeypatch, store, "finish", 10)
    else:
        begun = [next(season) for _ in range(2)]
        fail(monkeypatch, store, "plan", 10)
    assert next(season) == Waiting(str(AWAY))
    # Nothing is asked of the executor from here on but to tell what has happened.
    started = len(executor.started)
    assert started == len(begun)
    rest = list(season)
    assert len(executor.started) == 4
    assert kinds(store) == {"Opened": 1, "Entered": 2, "Planned": 4, "Played": 4}
    assert waits(rest) == 0


def test_what_was_kept_when_the_season_was_killed_is_dealt_again_and_counts_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = follow(make_season(store, Scripted(), parallel=2), None)
    with monkeypatch.context() as patch:
        fail(patch, store, "finish", 10**6)
        while next(season) != Waiting(str(AWAY)):
            pass
        # Who is killed cannot even say that the match was stopped.
        fail(patch, store, "stop", 1)
        season.close()
    assert [(one.match, one.attempt) for one in store.queue()] == [(1, 0), (2, 0)]
    play(store, Scripted(), 2)
    assert kinds(store)["Voided"] == 2
    assert [entry.played.match for entry in store.entries(kinds=["played"])] == [1, 2]
    assert {entry.played.attempt for entry in store.entries(kinds=["played"])} == {1}
    assert list(read_log(write_log(store.entries()))) == list(store.entries())
