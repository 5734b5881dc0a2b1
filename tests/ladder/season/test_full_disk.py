"""A full disk: the season waits, and goes on where it was when there is room."""

from pathlib import Path
from random import Random

import pytest

from arena.v1 import record_pb2 as rec
from ladder.log.file import read_log, write_log
from ladder.season.jobs import Waiting
from tests.ladder.conftest import DISK_SIZE
from tests.ladder.scripted import Scripted, follow, make_ladder, make_season

pytestmark = pytest.mark.usefixtures("processes")


class Talkative(Scripted):
    """Its records are long."""

    def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
        record = super()._record(plan, attempt)
        # What no compression makes small.
        record.arena_version = Random(1).randbytes(100_000).hex()
        return record


def test_a_season_waits_on_a_full_disk_and_files_what_was_played_when_there_is_room(
    disk: Path,
) -> None:
    (disk / "ballast").write_bytes(bytes(DISK_SIZE // 2))
    with make_ladder(disk, "a", "b") as store:
        executor, said = Talkative(), list[str]()
        season = make_season(store, executor)
        for event in follow(season, None, (disk / "ballast").exists):
            if isinstance(event, Waiting):
                said.append(event.reason)
                (disk / "ballast").unlink(missing_ok=True)
        assert any("disk of the ladder's database is full" in reason for reason in said)
        assert store.queue() == []
        assert [result.match for result in store.results()] == executor.matches()
        assert all(read_log(write_log(store.entries())))
