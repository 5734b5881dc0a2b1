"""What a bot did wrong is told with its match, its game and the evidence."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ladder.season.benching import find_forfeits
from ladder.season.state import read_state
from ladder.store.store import Store
from tests.ladder.ladders import TEAMS, make_ladder, play_on
from tests.programs import Run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with make_ladder(tmp_path / "ladder.db", "good", "bad") as store:
        play_on(store, 2, erring=["bad"])
        yield store


def test_every_forfeit_of_the_log_is_an_error_the_newest_match_first(store: Store) -> None:
    matches = store.matches_of("bad@1")
    errors = list(find_forfeits(store, "bad@1", matches))
    logged = Counter[tuple[int, str]]()
    for played in (entry.played for entry in matches):
        forfeits = played.forfeits[played.players.index("bad@1")]
        logged.update({(played.match, verdict): count for verdict, count in forfeits.items()})
    assert Counter((error.match, error.verdict) for error in errors) == logged
    assert [error.match for error in errors] == sorted((e.match for e in errors), reverse=True)
    assert {error.game for error in errors} <= {1, 2, 3, 4}
    assert all(error.detail for error in errors)


def test_who_did_nothing_wrong_has_none(store: Store) -> None:
    assert list(find_forfeits(store, "good@1", store.matches_of("good@1"))) == []


def test_only_as_many_records_are_read_as_are_wanted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = find_forfeits(store, "bad@1", store.matches_of("bad@1"))
    next(errors)
    monkeypatch.setattr(Store, "record", None)
    next(errors)
    with pytest.raises(TypeError):
        list(errors)


def test_a_season_that_goes_on_or_is_started_again_knows_who_sits_apart(tmp_path: Path) -> None:
    names = ("first", "bad", "one", "two")
    with make_ladder(tmp_path / "teams.db", *names, divisions=[TEAMS]) as store:
        going_on = read_state(store)
        play_on(store, 1, erring=["bad"])
        going_on.catch_up(store)
        for state in (going_on, read_state(store)):
            assert state.history.book(TEAMS).apart["bad"] == {"first", "one", "two"}
            assert state.history.book(TEAMS).apart["one"] == {"bad"}


@pytest.mark.usefixtures("store")
def test_its_author_is_told(ladder: Run) -> None:
    (newest, *others) = json.loads(ladder("bot", "bad", "--json").stdout)["errors"]
    assert len(others) <= 4
    told = ladder("bot", "bad").stdout
    start = f"match {newest['match']}, game {newest['game']}: {newest['verdict']}: "
    assert f"{start}{newest['detail']}" in told
    assert json.loads(ladder("bot", "good", "--json").stdout)["errors"] == []
