"""A ladder on which something was played."""

from pathlib import Path

import pytest

from tests.ladder.ladders import make_ladder, play_on


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a ladder with two bots and two matches."""
    monkeypatch.setenv("LADDER", str(tmp_path / "ladder.db"))
    with make_ladder(tmp_path / "ladder.db", "one", "Two") as store:
        play_on(store, 2)
    return tmp_path / "ladder.db"
