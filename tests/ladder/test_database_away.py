"""A database that is away for a while: the season waits, goes on, and nothing is lost or twice."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ladder.log import Benched, Played
from ladder.season import Logged, SeasonEvent, Waiting
from ladder.store.database import StoreFailure
from ladder.store.store import Store
from tests.ladder.scripted import VOID, Scripted, kinds, make_ladder, make_season, play

AWAY = StoreFailure("the database server cannot be reached, or has ended; start it and go on")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with make_ladder(tmp_path, "a", "b") as made:
        yield made


def fail(
    monkeypatch: pytest.MonkeyPatch,
    what: Store | Scripted,
    name: str,
    times: int,
    *,
    done: bool = False,
) -> None:
    """Have a method fail so often: before it has done anything, or just after."""
    real: Callable[..., Any] = getattr(what, name)
    left = [None] * times

    def failing(*args: object, **named: object) -> Any:
        if not left:
            return real(*args, **named)
        left.pop()
        if done:
            real(*args, **named)
        raise AWAY

    monkeypatch.setattr(what, name, failing)


def waits(events: list[SeasonEvent]) -> int:
    return events.count(Waiting(str(AWAY)))


@pytest.mark.parametrize("name", ["plan", "finish", "entries"])
def test_a_season_waits_for_the_database_and_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    one = make_season(store, Scripted())
    fail(monkeypatch, store, name, 3)
    assert waits(list(one.run(2, lambda: True))) == 3
    assert kinds(store)["Played"] == 2
    assert store.queue() == []


def test_a_match_is_begun_although_the_database_was_away_when_its_bots_were_fetched(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = Scripted()
    fail(monkeypatch, executor, "start", 3)
    assert waits(play(store, executor, 2)) == 3
    assert kinds(store)["Played"] == 2


def test_a_result_that_was_kept_although_the_database_could_not_say_so_counts_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store, "finish", 1, done=True)
    events = play(store, Scripted(), 1)
    bodies = [one.entry.body for one in events if isinstance(one, Logged)]
    assert [type(body) for body in bodies] == [Played]
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


def test_a_bot_is_benched_although_the_database_was_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store, "matches_of", 2)
    fail(monkeypatch, store, "append", 2)
    events = play(store, Scripted(failing=["a@1"]), 9)
    assert waits(events) == 4
    assert [type(e.body) for e in store.entries()].count(Benched) == 1


def test_a_match_is_noted_as_void_although_the_database_was_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store, "void", 2)
    season = make_season(store, Scripted(VOID)).run(1, lambda: True)
    events = [next(season) for _ in range(4)]
    assert waits(events) == 2
    assert [planned.voids for planned in store.queue()] == [1]


def test_a_database_that_stays_away_ends_the_season_and_the_match_is_played_in_the_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 10_000, 20))
    one = make_season(store, Scripted(), now=clock.__next__)
    with monkeypatch.context() as patch:
        fail(patch, store, "finish", 100)
        with pytest.raises(StoreFailure, match="cannot be reached"):
            list(one.run(1, lambda: True))
    assert [planned.match for planned in store.queue()] == [1]
    play(store, Scripted(), 1)
    assert kinds(store)["Played"] == 1
