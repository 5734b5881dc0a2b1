"""Boards of what somebody has selected, which a process beside the server rates."""

import os
import signal
from pathlib import Path

import pytest

from arena.errors import HostFailure, UserError
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import TableQuery, read_standings
from ladder.store.opening import open_reader, open_store
from ladder.web.cache import Busy
from ladder.web.selections import Selections
from tests.ladder.ladders import make_ladder, play_on

pytestmark = pytest.mark.usefixtures("processes")
ASKED = TableQuery(without=("one",))


@pytest.fixture
def place(tmp_path: Path) -> str:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two", "three", games_a_match=6) as store:
        play_on(store, 4)
    return str(place)


def find_children() -> list[int]:
    return [int(one) for one in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def test_a_board_is_rated_beside_as_of_what_is_shown(place: str) -> None:
    with open_reader(place) as reader, Selections(place) as selections:
        before = Snapshot(reader)
        expected = read_standings(before, "six_nimmt", ASKED)
        with open_store(place) as store:
            play_on(store, 2)
        assert selections.read(before, "six_nimmt", ASKED) == expected
        after = Snapshot(reader)
        assert selections.read(after, "six_nimmt", ASKED) != expected
        with pytest.raises(UserError, match="nobody"):
            selections.read(after, None, TableQuery(without=("nobody",)))
        assert selections.read(before, "six_nimmt", ASKED) == expected


def test_a_board_that_takes_too_long_is_given_up_in_a_sentence(place: str) -> None:
    with open_reader(place) as reader, Selections(place, limit=0) as selections:
        before = find_children()
        for _ in range(2):
            with pytest.raises(Busy, match="takes longer than 0 seconds to rate"):
                selections.read(Snapshot(reader), None, ASKED)
            assert find_children() == before


def test_a_process_that_was_killed_is_followed_by_another(place: str) -> None:
    with open_reader(place) as reader, Selections(place) as selections:
        snapshot, before = Snapshot(reader), {*find_children()}
        expected = selections.read(snapshot, None, ASKED)
        for child in {*find_children()} - before:
            os.kill(child, signal.SIGKILL)
        with pytest.raises(HostFailure, match="has ended"):
            selections.read(snapshot, None, ASKED)
        assert selections.read(snapshot, None, ASKED) == expected
