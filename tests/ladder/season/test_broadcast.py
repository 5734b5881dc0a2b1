"""The broadcast of a season: what it tells those who look on, when, and what it never waits for."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from arena.runner.referee_process import Event, GamePlayed, MatchPlayed
from ladder.machine.pulse import read_machine
from ladder.season.broadcast import Broadcast
from ladder.season.executor import MatchTask
from ladder.store.database import StoreFailure
from ladder.store.live_games import LiveGames
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.ladders import make_ladder as make_playable
from tests.ladder.ladders import plan_match, play, queue
from tests.ladder.scripted import Scripted, follow, make_ladder, make_season


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def broadcast(store: Store, clock: Clock) -> Broadcast:
    return Broadcast(store, lambda: read_machine("container", "", 2), clock)


def shown(store: Store) -> list[int]:
    (live,) = LiveGames(store.connections).read(datetime.now(UTC))
    return [game.number for game in live.games]


def test_games_are_told_in_batches_and_those_of_a_match_that_is_over_never(tmp_path: Path) -> None:
    clock = Clock()
    with make_playable(tmp_path / "ladder.db", "one", "two", "three") as store:
        queued = queue(store, plan_match(store))
        store.begin(queued.match)
        games, told = play(queued.plan).games, broadcast(store, clock)
        with told:
            for second, expected in ((0.0, [0]), (0.5, [0]), (1.1, [0, 1, 2])):
                clock.now = second
                told.add(queued.match, games[round(second * 2)])
                told.tell()
                assert shown(store) == expected
            told.add(queued.match, games[3])
            told.forget(queued.match)
            clock.now = 9
            told.tell()
            assert shown(store) == [0, 1, 2]


def test_a_pulse_says_since_when_a_season_runs_and_that_it_ended(tmp_path: Path) -> None:
    clock = Clock()
    with make_ladder(tmp_path, "one", "two") as store:
        told = broadcast(store, clock)
        assert store.pulse() is None
        with told:
            first = store.pulse()
            assert first is not None
            assert first.is_running(datetime.now(UTC))
            assert not first.is_running(datetime.now(UTC) + timedelta(seconds=21))
            clock.now = 6
            told.tell()
            second = store.pulse()
            assert second is not None
            assert second.begun == first.begun
            assert second.seen > first.seen
        last = store.pulse()
        assert last is not None
        assert last.over
        assert not last.is_running(datetime.now(UTC))


def test_a_database_that_is_damaged_ends_a_season_that_tells_of_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    with make_ladder(tmp_path, "one", "two") as store:
        told = broadcast(store, clock)
        with told:
            clock.now = 60
            with monkeypatch.context() as damaged:
                fails = Mock(side_effect=StoreFailure("it is damaged"))
                damaged.setattr("ladder.season.broadcast.keep_setting", fails)
                with pytest.raises(StoreFailure, match="damaged"):
                    told.tell()


def test_a_database_that_is_away_is_not_waited_for_and_nothing_is_forgotten(tmp_path: Path) -> None:
    clock, file = Clock(), tmp_path / "ladder.db"
    make_playable(file, "one", "two", "three").close()
    with open_store(f"sqlite:///{file}?timeout=0") as store:
        queued = queue(store, plan_match(store))
        store.begin(queued.match)
        games, told = play(queued.plan).games, broadcast(store, clock)
        with told, closing(sqlite3.connect(file)) as other:
            told.add(queued.match, games[0])
            other.execute("BEGIN IMMEDIATE")
            told.tell()
            other.rollback()
            assert shown(store) == []
            clock.now = 2
            told.tell()
            assert shown(store) == [0]


class GameByGame(Scripted):
    """Says when each game is over, and looks what is shown meanwhile."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.seen: list[int] = []
        self._store = store

    def start(self, task: MatchTask) -> None:
        super().start(task)
        job, last = self._events.pop()
        assert isinstance(last, MatchPlayed)
        self._events.extend((job, GamePlayed(game)) for game in last.record.games)
        self._events.append((job, last))

    def wait(self, limit: float | None = None) -> Sequence[tuple[str, Event]]:
        self.seen += shown(self._store)
        return super().wait(limit)


def test_a_season_tells_of_games_while_it_plays_a_match_and_then_no_more(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "one", "two") as store:
        executor = GameByGame(store)
        for _ in follow(make_season(store, executor), 1):
            pass
        assert 0 in executor.seen
        assert LiveGames(store.connections).read(datetime.now(UTC)) == []
        pulse = store.pulse()
        assert pulse is not None
        assert pulse.over
