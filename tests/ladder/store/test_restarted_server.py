"""A database server that is started again in mid-season: the season keeps its lock, or says so."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from arena.bots.samples import SAMPLES
from arena.errors import UserError
from bench.examine import find_losses
from ladder.season.jobs import MatchOver, SeasonEvent
from ladder.store import locks
from ladder.store.locks import SeasonTaken
from ladder.store.opening import create_store, open_store
from ladder.store.store import Store
from tests.ladder.conftest import StartLadder
from tests.ladder.ladders import enter_files, open_log
from tests.ladder.scripted import PAIRS, Scripted, enter, follow, make_season, run_to_end
from tests.programs import Forked
from tests.waiting import wait_until

Restart = Callable[[], None]


@pytest.fixture
def store(postgres_place: str) -> Iterator[Store]:
    """A ladder of two bots on the server, with a season that plays it."""
    with create_store(postgres_place, open_log(PAIRS)) as store:
        enter(store, "a")
        enter(store, "b")
        with store.season_lock():
            yield store


def play_one(season: Iterator[SeasonEvent]) -> None:
    """Go on until a result is in the log."""
    assert any(isinstance(event, MatchOver) for event in season)


def require_refusal(place: str, why: str) -> None:
    with open_store(place) as other, pytest.raises(UserError, match=why), other.season_lock():
        pass


def test_a_season_keeps_its_lock_over_a_restart_of_the_server(
    store: Store, postgres_place: str, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = follow(make_season(store, Scripted(), parallel=2), 4)
    play_one(season)
    monkeypatch.setattr(locks, "LEFT_TO_IT", 3600.0)
    restart()
    # The server has forgotten it; nobody else gets it before the season has had time to ask again.
    require_refusal(postgres_place, "was started a moment ago, and a season may be going on")
    monkeypatch.setattr(locks, "LEFT_TO_IT", 0.0)
    play_one(season)
    require_refusal(postgres_place, "running already")
    list(season)
    assert len(list(store.results())) == 4
    assert store.queue() == []


def test_who_has_said_that_it_is_over_keeps_nobody_waiting(
    store: Store, postgres_place: str, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_to_end(make_season(store, Scripted()), 1)
    monkeypatch.setattr(locks, "LEFT_TO_IT", 3600.0)
    restart()
    with open_store(postgres_place) as other, other.season_lock():
        pass


def test_a_season_that_lost_its_lock_ends_and_leaves_the_others_matches_alone(
    store: Store, postgres_place: str, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = follow(make_season(store, Scripted(), parallel=2), None)
    play_one(season)
    monkeypatch.setattr(locks, "LEFT_TO_IT", 0.0)
    restart()
    with open_store(postgres_place) as other, other.season_lock():
        theirs = follow(make_season(other, Scripted(), parallel=2), None)
        play_one(theirs)
        (begun,) = other.queue()
        with pytest.raises(SeasonTaken, match="another season of this ladder has begun"):
            list(season)
        # What the other one plays was not dealt again.
        assert [(one.match, one.attempt) for one in other.queue()] == [(begun.match, begun.attempt)]
        play_one(theirs)
        theirs.close()


def test_a_season_that_begins_while_the_server_is_away_waits_for_it(
    postgres_place: str,
    stopped: Callable[[], AbstractContextManager[None]],
    start_ladder: StartLadder,
) -> None:
    with create_store(postgres_place, open_log(PAIRS)) as store:
        for name in ("first", "random"):
            enter_files(store, name, Path(SAMPLES / name))
    with stopped():
        season = start_ladder("run", "--trust", "--matches=1", "--ladder", postgres_place)
        assert "Waiting: the database server cannot be reached" in season.stdout.readline()
    said, _ = season.communicate()
    assert season.returncode == 0, said
    with open_store(postgres_place) as store:
        assert len(list(store.results())) == 1


def test_real_matches_go_on_over_a_restart_and_count_once(
    postgres_place: str, restart: Restart, start_ladder: StartLadder
) -> None:
    with create_store(postgres_place, open_log(PAIRS)) as store:
        for name in ("first", "random"):
            enter_files(store, name, Path(SAMPLES / name))
        words = ["--trust", "--matches=6", "--parallel=2", "--ladder", postgres_place]
        season: Forked = start_ladder("run", *words)
        wait_until(lambda: len(list(store.results())) > 1)
        restart()
        said, _ = season.communicate()
        assert season.returncode == 0, said
        assert len(list(store.results())) == 6
    assert list(find_losses(postgres_place)) == []
