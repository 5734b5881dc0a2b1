"""Boards of what somebody has selected, which a process beside the server rates."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from typing import TypeVar

import pytest

from arena.errors import HostFailure, UserError
from ladder.queries.snapshot import Busy, Snapshot
from ladder.queries.tables import TableQuery, read_standings
from ladder.store.opening import open_reader, open_store
from ladder.store.store import Ladder
from ladder.web.cache import Question
from ladder.web.selections import Selections
from tests.ladder.ladders import make_ladder, play_on
from tests.ladder.web.sites import visiting

T = TypeVar("T")
pytestmark = pytest.mark.usefixtures("processes")
# The process gives way to all others: beside other tests it may begin late.
ALL_DAY = 86_400
ASKED, NOBODY = TableQuery(without=("one",)), TableQuery(without=("nobody",))
BOARD = partial(read_standings, game="six_nimmt", asked=ASKED)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("selections") / "ladder.db"
    with make_ladder(place, "one", "two", "three", games_a_match=6) as store:
        play_on(store, 4)
    return str(place)


@pytest.fixture(scope="module")
def reader(place: str) -> Iterator[Ladder]:
    with open_reader(place) as reader:
        yield reader


@pytest.fixture(scope="module")
def selections(place: str) -> Iterator[Selections]:
    """Return what starts its process once, and again where a test has ended it."""
    with Selections(place, ALL_DAY) as selections:
        yield selections


def find_children() -> set[int]:
    return {child.pid for child in active_children() if child.pid is not None}


def test_a_board_is_rated_beside_as_of_what_is_shown(
    place: str, reader: Ladder, selections: Selections
) -> None:
    before = Snapshot(reader)
    expected = read_standings(before, "six_nimmt", ASKED)
    with open_store(place) as store:
        play_on(store, 2)
    assert selections.answer(before, BOARD) == expected
    after = Snapshot(reader)
    assert selections.answer(after, BOARD) != expected
    with pytest.raises(UserError, match="nobody"):
        selections.answer(after, partial(read_standings, game=None, asked=NOBODY))
    assert selections.answer(before, BOARD) == expected


def test_the_boards_of_a_season_are_made_beside_with_their_fits(
    reader: Ladder, selections: Selections
) -> None:
    snapshot = Snapshot(reader)
    expected, found = snapshot.boards(), selections.answer(snapshot, Snapshot.boards)
    assert replace(found, fits=expected.fits) == expected
    beats, other = (one.fits.by_game["six_nimmt"].beats for one in (found, expected))
    assert beats("one@1", "two@1") == other("one@1", "two@1")


def test_a_board_that_takes_too_long_is_given_up_in_a_sentence(place: str, reader: Ladder) -> None:
    with Selections(place, seconds=0) as selections:
        before = find_children()
        for _ in range(2):
            with pytest.raises(Busy, match="takes longer than 0 seconds"):
                selections.answer(Snapshot(reader), BOARD)
            assert find_children() == before


def burn(_: Snapshot) -> float:
    """Return the CPU time that this takes, in seconds."""
    begun = time.process_time()
    while time.process_time() - begun < 0.05:
        pass
    return time.process_time() - begun


def test_all_answers_together_take_a_tenth_of_a_cpu(reader: Ladder, selections: Selections) -> None:
    snapshot = Snapshot(reader)
    spent, since = selections.answer(snapshot, burn), time.monotonic()
    selections.answer(snapshot, burn)
    assert time.monotonic() - since > 9 * spent


def test_a_process_that_was_killed_is_followed_by_another(
    reader: Ladder, selections: Selections
) -> None:
    snapshot = Snapshot(reader)
    pid, expected = selections.answer(snapshot, tell_pid), selections.answer(snapshot, BOARD)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(HostFailure, match="its process ended"):
        selections.answer(snapshot, BOARD)
    assert selections.answer(snapshot, BOARD) == expected


def tell_pid(_: Snapshot) -> int:
    return os.getpid()


def take_much(_: Snapshot) -> int:
    return len(bytearray(3 * 1024**3))


def test_a_question_that_takes_too_much_memory_is_given_up_in_a_sentence(
    reader: Ladder, selections: Selections
) -> None:
    snapshot = Snapshot(reader)
    with pytest.raises(Busy, match="takes more than 2 GB of memory"):
        selections.answer(snapshot, take_much)
    assert selections.answer(snapshot, BOARD) == BOARD(snapshot)


def test_boards_and_matrices_of_somebodys_own_are_made_apart(place: str) -> None:
    asked: list[object] = []

    def apart(snapshot: Snapshot, question: Question[T]) -> T:
        asked.append(question)
        return question(snapshot)

    with visiting(place, apart=apart) as site:
        assert site.get("/boards/six_nimmt").status_code == 200
        assert not asked
        assert site.get("/boards/six_nimmt?seats=3").status_code == 200
        assert site.get("/api/v1/matrix/six_nimmt").json()["game"] == "six_nimmt"
    assert len(asked) == 2
