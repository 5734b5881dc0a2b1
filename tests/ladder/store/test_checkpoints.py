"""Ratings that are kept now and then, on either database."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from sqlalchemy import text

from ladder.log import Admitted, Excluded, Returned
from ladder.store.database import reading
from ladder.store.store import MOST_CHECKPOINTS, Store


def test_the_newest_checkpoint_up_to_an_entry_is_found(store: Store) -> None:
    assert store.checkpoint() is None
    store.keep_checkpoint(2, "two")
    store.keep_checkpoint(4, "four")
    store.keep_checkpoint(4, "four again")
    assert store.checkpoint() == (4, "four")
    assert store.checkpoint(3) == (2, "two")
    assert store.checkpoint(1) is None


@pytest.mark.parametrize("change", [Excluded, Admitted])
def test_a_checkpoint_says_nothing_after_what_counts_has_changed(
    store: Store, change: Callable[..., Excluded | Admitted]
) -> None:
    store.keep_checkpoint(4, "four")
    store.append(Returned("one@1"))
    assert store.checkpoint() == (4, "four")
    store.append(change("so", player="one@1"))
    assert store.checkpoint() is None
    # Who was still rating what counted before comes too late.
    store.keep_checkpoint(5, "five")
    assert store.checkpoint() is None
    store.append(Returned("one@1"))
    store.keep_checkpoint(7, "seven")
    assert store.checkpoint() == (7, "seven")


def test_of_many_checkpoints_some_are_kept_of_every_age(store: Store) -> None:
    for number in range(1, 301):
        store.keep_checkpoint(number, str(number))
    with reading(store._engine) as connection:
        found = connection.execute(text("SELECT number FROM checkpoints ORDER BY number"))
        kept = [int(number) for (number,) in found]
    assert len(kept) == MOST_CHECKPOINTS
    assert kept[-1] == 300
    assert max(later - earlier for earlier, later in pairwise([0, *kept])) <= 30
