"""A store with three players, in a SQLite file and on a PostgreSQL server."""

from collections.abc import Iterator

import pytest

from ladder.store.store import Store
from tests.ladder.ladders import (
    make_ladder,
)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with make_ladder(place, "one", "two", "three") as store:
        yield store
