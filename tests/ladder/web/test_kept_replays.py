"""Kept replays: turning points once, the newest matches and what was asked for, within bounds."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.match.record import unpack_record
from arena.match.replay import open_replays
from arena.review.turning import find_turning_point
from arena.viewer.page import match_data
from ladder.store.opening import open_reader, open_store
from ladder.store.store import Ladder
from ladder.web import kept_replays
from ladder.web.kept_replays import KeptReplays
from tests.ladder.ladders import make_ladder, play_on
from tests.ladder.web.sites import visiting

MATCHES = 3


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two", "three", games_a_match=2) as store:
        play_on(store, MATCHES, erring=["two"])
    return place


@pytest.fixture
def ladder(place: Path) -> Iterator[Ladder]:
    with open_reader(str(place)) as ladder:
        yield ladder


def keep(ladder: Ladder, place: Path, **given: Any) -> KeptReplays:
    return KeptReplays(ladder, place.parent / "replays", here=True, **given)


def files(place: Path) -> list[Path]:
    return [*(place.parent / "replays").iterdir()]


def tend(replays: KeptReplays, times: int) -> None:
    """Have this number be begun, and all of these be kept."""
    for _ in range(times + 1):
        replays.tend()


def whole(ladder: Ladder, match: int) -> dict[str, Any]:
    """Return what the offline file of a match has in it."""
    record = unpack_record(ladder.record(match) or b"", "The record")
    replays = open_replays(record)
    return match_data(record, replays, turning=[*map(find_turning_point, replays)])


def test_kept_replays_have_the_turning_points_of_the_offline_file(
    ladder: Ladder, place: Path
) -> None:
    replays = keep(ladder, place)
    with visiting(place, replays=replays, pause=1000) as site:
        address = f"/api/v1/matches/{MATCHES}/replay"
        first = site.get(address)
        assert first.headers["cache-control"] == "no-store"
        tend(replays, MATCHES)
        assert len(files(place)) == MATCHES
        then = site.get(address)
        assert then.headers["cache-control"] == "no-cache"
        assert then.json() == whole(ladder, MATCHES)
        assert site.get(f"{address}?game=2").json()["games"] == then.json()["games"][1:2]
        assert site.get(f"{address}?game=7").status_code == 404


def test_the_newest_are_made_first_and_each_once(ladder: Ladder, place: Path) -> None:
    replays = keep(ladder, place)
    replays.tend()
    replays.tend()
    assert [replays.find(match) is not None for match in range(1, MATCHES + 1)] == [
        *[False] * (MATCHES - 1),
        True,
    ]
    tend(replays, MATCHES)
    made = {file: file.stat().st_ino for file in files(place)}
    again = keep(ladder, place)
    tend(again, MATCHES)
    assert {file: file.stat().st_ino for file in files(place)} == made
    with open_store(str(place)) as store:
        play_on(store, 1)
    tend(again, 1)
    assert len(files(place)) == MATCHES + 1


def test_older_matches_are_made_when_they_are_asked_for(
    ladder: Ladder, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_replays, "_NEWEST", 1)
    replays = keep(ladder, place)
    tend(replays, 2)
    assert len(files(place)) == 1
    assert replays.find(1) is None
    tend(replays, 1)
    assert replays.find(1) is not None


def test_what_was_not_asked_for_longest_is_forgotten(ladder: Ladder, place: Path) -> None:
    replays = keep(ladder, place)
    tend(replays, MATCHES)
    most = sum(file.stat().st_size for file in files(place))
    for file in files(place):
        os.utime(file, (0, 0))
    replays = keep(ladder, place, most=most)
    assert replays.find(1) is not None
    with open_store(str(place)) as store:
        play_on(store, 1)
    tend(replays, 1)
    assert sum(file.stat().st_size for file in files(place)) <= most
    (newest,) = ladder.played_before(most=1)
    assert [replays.find(match) is not None for match in (1, newest.played.match)] == [True, True]


def test_a_folder_that_cannot_be_written_costs_the_turning_points_alone(
    ladder: Ladder, place: Path
) -> None:
    (place.parent / "replays").write_text("a file")
    replays = keep(ladder, place)
    with visiting(place, replays=replays, pause=1000) as site:
        tend(replays, MATCHES)
        assert site.get(f"/api/v1/matches/{MATCHES}/replay").status_code == 200
