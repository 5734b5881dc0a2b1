"""The board of a season is asked for by its number, and an export gives the same."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ladder.log import SeasonBegun
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import make_ladder, play_on
from tests.programs import Run


def make_rated(place: Path) -> Store:
    store = make_ladder(place, "one", "two", "three", "four")
    play_on(store, 8)
    return store


@pytest.fixture
def store(tmp_path: Path, golden: Golden) -> Iterator[Store]:
    with open_store(str(golden.copy(tmp_path / "ladder.db", make_rated))) as store:
        yield store


def test_the_board_of_a_season_is_asked_for_by_its_number(store: Store, ladder: Run) -> None:
    first = ladder("table", "--json").stdout
    assert json.loads(first)["tried"] == {"organiser": 4}
    store.append(SeasonBegun(2, "endless", ()))
    assert json.loads(ladder("table", "--json").stdout) != json.loads(first)
    assert ladder("table", "--season=1", "--json").stdout == first
    said = ladder("table", "--season=3", check=2).stderr
    assert said.strip() == "There is no season 3 on this ladder; the last is 2."
    ladder("export", "all.zip")
    assert ladder("rate", "all.zip", "--season=1", "--json").stdout == first
