"""Ratings and boards that are kept now and then, on either database."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import text

from ladder.log import (
    Admitted,
    AnyBody,
    Benched,
    Chosen,
    Excluded,
    Frozen,
    Joined,
    SeasonBegun,
    Withdrawn,
)
from ladder.store.store import MOST_CHECKPOINTS, Store
from tests.ladder.ladders import finish, plan_match, queue, void

MODEL = "m" * 64


def keep(store: Store, number: int, state: str, known: int, season: int = 1) -> None:
    store.keep_checkpoint(season, MODEL, number, state, known)


def kept(store: Store, last: int, known: int, season: int = 1) -> tuple[int, str] | None:
    return store.checkpoint(season, MODEL, last, known)


def edit_by_hand(store: Store, statement: str) -> None:
    """Edit the database by hand."""
    with store.connections.writing() as here:
        assert here.connection.execute(text(statement)).rowcount == 1


def test_the_newest_checkpoint_up_to_an_entry_is_found(store: Store) -> None:
    assert kept(store, 4, 4) is None
    keep(store, 2, "two", 4)
    keep(store, 4, "four", 4)
    keep(store, 4, "four again", 4)
    assert kept(store, 9, 4) == (4, "four")
    assert kept(store, 3, 4) == (2, "two")
    assert kept(store, 1, 4) is None
    assert kept(store, 9, 4, season=2) is None


def test_what_another_model_has_made_is_not_found_and_kept_no_longer(store: Store) -> None:
    keep(store, 2, "two", 4)
    assert store.checkpoint(1, "o" * 64, 4, 4) is None
    store.keep_checkpoint(1, "o" * 64, 3, "three", 4)
    assert kept(store, 4, 4) is None
    assert store.checkpoint(1, "o" * 64, 4, 4) == (3, "three")


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE checkpoints SET state = 'forty' WHERE number = 4",
        "UPDATE checkpoints SET season = 1, number = 3 WHERE number = 4",
        "UPDATE checkpoints SET season = 2 WHERE number = 4",
        "UPDATE entries SET digest = 'x' WHERE number = 4",
    ],
)
def test_what_is_not_as_it_was_kept_is_not_found_but_what_was_kept_before(
    store: Store, edit: str
) -> None:
    keep(store, 2, "two", 4)
    keep(store, 4, "four", 4)
    edit_by_hand(store, edit)
    assert kept(store, 9, 4) == (2, "two")
    assert kept(store, 9, 4, season=2) is None


@pytest.mark.parametrize("change", [Excluded, Admitted])
@pytest.mark.parametrize("of", [{"match": 2}, {"player": "three@1"}, {"bot": "three"}])
def test_what_was_kept_from_the_first_match_on_that_counts_otherwise_is_forgotten(
    store: Store, change: Callable[..., Excluded | Admitted], of: dict[str, Any]
) -> None:
    for players in (("one@1", "two@1"), ("one@1", "three@1"), ("one@1", "two@1")):
        finish(store, plan_match(store, players))
    known = store.head()[0]
    # Each match is planned and then played.
    assert known == 10
    for number in (6, 8, 10):
        keep(store, number, str(number), known)
    assert kept(store, known, known) == (10, "10")
    (changed,) = store.append(change("so", **of))
    assert kept(store, known, changed.number) == (6, "6")
    # Who does not know yet is told nothing, and what it has rated is not kept.
    assert kept(store, known, known) is None
    keep(store, 8, "late", known)
    assert kept(store, known, changed.number) == (6, "6")
    keep(store, 8, "eight again", changed.number)
    assert kept(store, known, changed.number) == (8, "eight again")


def test_a_change_of_what_was_never_played_forgets_nothing(store: Store) -> None:
    finish(store, plan_match(store, ("one@1", "two@1")))
    keep(store, 5, "five", 5)
    (changed,) = store.append(Excluded("so", player="three@1"))
    assert kept(store, 5, changed.number) == (5, "five")


def test_of_many_checkpoints_some_are_kept_of_every_age(store: Store) -> None:
    for number in range(1, 301):
        keep(store, number, str(number), 4)
    with store.connections.reading() as connection:
        found = connection.execute(text("SELECT number FROM checkpoints ORDER BY number"))
        numbers = [int(number) for (number,) in found]
    assert len(numbers) == MOST_CHECKPOINTS
    assert numbers[-1] == 300
    assert max(later - earlier for earlier, later in pairwise([0, *numbers])) <= 30


def keep_boards(store: Store, state: str = "boards") -> None:
    store.keep_boards(1, MODEL, store.head()[0], state)


def test_boards_are_found_until_something_that_matters_comes_into_the_log(store: Store) -> None:
    assert store.kept_boards(1, MODEL) is None
    finish(store, plan_match(store, ("one@1", "two@1")))
    keep_boards(store)
    assert store.kept_boards(1, MODEL) == "boards"
    assert store.kept_boards(1, "o" * 64) is None
    assert store.kept_boards(2, MODEL) is None
    # A match that is planned, void or cancelled changes no board, nor who is benched.
    match = queue(store, plan_match(store)).match
    void(store, match, "so")
    store.cancel(match, "so")
    store.append(Benched("one@1", "so", ()), Joined("ada"), Frozen(frozen=True))
    assert store.kept_boards(1, MODEL) == "boards"
    finish(store, plan_match(store, ("two@1", "three@1")))
    assert store.kept_boards(1, MODEL) is None
    keep_boards(store, "new")
    assert store.kept_boards(1, MODEL) == "new"


@pytest.mark.parametrize(
    "body",
    [
        Excluded("so", player="three@1"),
        Admitted("so", player="three@1"),
        Chosen("one@1"),
        Withdrawn("one@1"),
        SeasonBegun(2, "endless", ()),
    ],
)
def test_boards_are_not_found_after_what_changes_them(store: Store, body: AnyBody) -> None:
    keep_boards(store)
    store.append(body)
    assert store.kept_boards(1, MODEL) is None


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE boards SET state = 'other boards'",
        "UPDATE boards SET number = 3",
        "UPDATE boards SET digest = 'x'",
        "UPDATE entries SET digest = 'x' WHERE number = 4",
    ],
)
def test_boards_that_are_not_as_they_were_kept_are_not_found(store: Store, edit: str) -> None:
    keep_boards(store)
    edit_by_hand(store, edit)
    assert store.kept_boards(1, MODEL) is None
