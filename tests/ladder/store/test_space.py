"""What was deleted gives its space back, on either database; a season is not disturbed."""

import os
from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from arena.errors import UserError
from ladder.cli.vacuum import vacuum
from ladder.store import schema
from ladder.store.store import Store
from tests.ladder.store.contents import everything

LARGE = 2_000_000


def test_space_is_given_back_and_nothing_else_changes(
    store: Store, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(store)
    kept = schema.submissions
    with store.connections.writing() as here:
        here.connection.execute(insert(kept).values(digest="0", content=os.urandom(LARGE)))
    with store.connections.writing() as here:
        here.connection.execute(delete(kept).where(kept.c.digest == "0"))
    vacuum.main(["--ladder", place], standalone_mode=False)
    words = capsys.readouterr().out.split()
    took, takes = float(words[3]), float(words[7])
    assert took - takes > LARGE / 1e6 - 0.2
    if "://" not in place:
        assert sum(file.stat().st_size for file in Path(place).parent.glob("*")) < LARGE
    assert everything(store) == before


def test_no_space_is_given_back_beside_a_season(store: Store, place: str) -> None:
    with (
        store.season_lock(),
        pytest.raises(UserError, match="A season or a check of this ladder is running"),
    ):
        vacuum.main(["--ladder", place], standalone_mode=False)
