"""A machine whose clock says 1970, as one without a battery does: the log is written and read."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.errors import UserError
from ladder.archive.exchange import import_export, write_export
from ladder.log.entries import Joined, make_entry
from ladder.log.file import read_log, write_log
from ladder.machine import clock
from ladder.machine.clock import SteadyClock
from ladder.store.opening import open_store
from tests.ladder.ladders import make_ladder, play_on

LONG_AGO = datetime(1970, 1, 1, 0, 0, 9, tzinfo=UTC)
OF_1970 = SteadyClock(lambda: LONG_AGO, lambda: 0.0)


def test_what_is_written_on_a_clock_of_1970_is_not_older_than_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with make_ladder(tmp_path / "ladder.db", "one", "two") as store:
        play_on(store, 1)
        last = list(store.entries())[-1]
        with monkeypatch.context() as patch:
            patch.setattr(clock, "_PROCESS", OF_1970)
            (joined,) = store.append(Joined("ann"))
        assert joined.time == last.time
        write_export(store, tmp_path / "ladder.zip", submissions=False)
        old = make_entry(joined.digest, joined.number + 1, LONG_AGO, Joined("bob"))
        with pytest.raises(UserError, match=rf"Entry {old.number} .* older than the one before it"):
            list(read_log(write_log([*store.entries(), old])))


def test_a_ladder_that_was_begun_on_a_clock_of_1970_goes_on_on_a_right_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = str(tmp_path / "copy.db")
    with monkeypatch.context() as patch:
        patch.setattr(clock, "_PROCESS", OF_1970)
        make_ladder(tmp_path / "ladder.db", "one", "two").close()
    with open_store(str(tmp_path / "ladder.db")) as store:
        play_on(store, 1)
        assert [entry.time.year for entry in store.entries()][:3] == [1970] * 3
        write_export(store, tmp_path / "ladder.zip", submissions=True)
    import_export(copy, tmp_path / "ladder.zip")
    with open_store(copy) as store:
        assert len(list(store.results())) == 1
