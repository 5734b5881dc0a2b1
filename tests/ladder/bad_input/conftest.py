"""A ladder on which something was played."""

from pathlib import Path

import pytest

from ladder.store.store import Store
from tests.ladder.golden import Golden
from tests.ladder.ladders import make_ladder, play_on


def make_played(place: Path) -> Store:
    store = make_ladder(place, "one", "Two")
    play_on(store, 2)
    return store


@pytest.fixture
def played(golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a ladder with two bots and two matches."""
    monkeypatch.setenv("LADDER", str(tmp_path / "ladder.db"))
    return golden.copy(tmp_path / "ladder.db", make_played)
