"""Ratings that are kept now and then, on either database."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import text

from ladder.log import Admitted, Excluded
from ladder.store.database import reading
from ladder.store.store import MOST_CHECKPOINTS, Store
from tests.ladder.ladders import finish, plan_match


def test_the_newest_checkpoint_up_to_an_entry_is_found(store: Store) -> None:
    assert store.checkpoint(4, 4) is None
    store.keep_checkpoint(2, "two", 4)
    store.keep_checkpoint(4, "four", 4)
    store.keep_checkpoint(4, "four again", 4)
    assert store.checkpoint(9, 4) == (4, "four")
    assert store.checkpoint(3, 4) == (2, "two")
    assert store.checkpoint(1, 4) is None


@pytest.mark.parametrize("change", [Excluded, Admitted])
@pytest.mark.parametrize("of", [{"match": 2}, {"player": "three@1"}])
def test_what_was_kept_from_the_first_match_on_that_counts_otherwise_is_forgotten(
    store: Store, change: Callable[..., Excluded | Admitted], of: dict[str, Any]
) -> None:
    for players in (("one@1", "two@1"), ("one@1", "three@1"), ("one@1", "two@1")):
        finish(store, plan_match(store, players))
    known = store.head()[0]
    assert known == 7
    for number in (5, 6, 7):
        store.keep_checkpoint(number, str(number), known)
    assert store.checkpoint(known, known) == (7, "7")
    (changed,) = store.append(change("so", **of))
    assert store.checkpoint(known, changed.number) == (5, "5")
    # Who does not know yet is told nothing, and what it has rated is not kept.
    assert store.checkpoint(known, known) is None
    store.keep_checkpoint(6, "late", known)
    assert store.checkpoint(known, changed.number) == (5, "5")
    store.keep_checkpoint(6, "six anew", changed.number)
    assert store.checkpoint(known, changed.number) == (6, "six anew")


def test_a_change_of_what_was_never_played_forgets_nothing(store: Store) -> None:
    finish(store, plan_match(store, ("one@1", "two@1")))
    store.keep_checkpoint(5, "five", 5)
    (changed,) = store.append(Excluded("so", player="three@1"))
    assert store.checkpoint(5, changed.number) == (5, "five")


def test_of_many_checkpoints_some_are_kept_of_every_age(store: Store) -> None:
    for number in range(1, 301):
        store.keep_checkpoint(number, str(number), 4)
    with reading(store._engine) as connection:
        found = connection.execute(text("SELECT number FROM checkpoints ORDER BY number"))
        kept = [int(number) for (number,) in found]
    assert len(kept) == MOST_CHECKPOINTS
    assert kept[-1] == 300
    assert max(later - earlier for earlier, later in pairwise([0, *kept])) <= 30
