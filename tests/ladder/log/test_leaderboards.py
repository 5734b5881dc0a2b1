"""The board of a season is asked for by its number, and an export gives the same."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ladder.log.entries import SeasonBegun
from ladder.queries.tables import TableQuery, read_table
from ladder.ratings.board import mean_of
from ladder.ratings.official import Estimate
from ladder.store.opening import open_store
from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import SHORT, make_ladder, play_on
from tests.ladder.web.sites import FISH
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


def test_every_bot_that_has_played_has_an_estimate_overall(tmp_path: Path) -> None:
    with make_ladder(tmp_path / "two.db", "one", "two", "three", divisions=(SHORT, FISH)) as store:
        play_on(store, 3)
        board = read_table(store, None, TableQuery())
        played = [row for row in board.boards.overall if row.games]
        assert [row.chance for row in played] == [None] * 3
        for row in played:
            assert board.wins(row) == mean_of([*board.parts[row.player].values()])
            assert {*board.parts[row.player]} == {*row.divisions}
        estimates = [board.wins(row).value for row in played]
        assert estimates == sorted(estimates, reverse=True)
        for game, rows in board.boards.games.items():
            shares = {row.player: board.wins(row) for row in rows}
            assert shares == {one: board.parts[one][game] for one in shares}


def test_the_mean_of_estimates_is_surer_than_they_are() -> None:
    one = Estimate(0.9, 0.7, 0.95)
    assert mean_of([one]) == one
    mean = mean_of([one, one])
    assert mean.value == one.value
    assert one.low < mean.low < mean.value < mean.high < one.high
