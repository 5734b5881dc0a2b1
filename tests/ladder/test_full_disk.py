"""A full disk: the season ends in a sentence, and goes on where it was when there is room."""

from itertools import count
from pathlib import Path
from random import Random

import pytest

from arena.v1 import record_pb2 as rec
from ladder.log_file import read_log, write_log
from ladder.season import SeasonEvent, Waiting
from ladder.store.database import StoreFailure
from ladder.store.opening import open_store
from tests.ladder.conftest import DISK_SIZE
from tests.ladder.scripted import Scripted, make_ladder, make_season, play

pytestmark = pytest.mark.usefixtures("processes")


class Talkative(Scripted):
    """Its records are long."""

    def _record(self, plan: rec.Plan, attempt: int) -> rec.Record:
        record = super()._record(plan, attempt)
        # What no compression makes small.
        record.arena_version = Random(1).randbytes(100_000).hex()
        return record


def test_a_full_disk_ends_the_season_in_a_sentence_and_with_room_it_goes_on(
    disk: Path,
) -> None:
    # Whenever the season looks, 20 seconds are over.
    clock = count(0, 20)
    (disk / "ballast").write_bytes(bytes(DISK_SIZE // 2))
    events: list[SeasonEvent] = []
    with make_ladder(disk, "a", "b") as store:
        one = make_season(store, Talkative(), now=clock.__next__)
        with pytest.raises(StoreFailure, match="disk of the ladder's database is full") as failure:
            events.extend(one.run(None, lambda: True))
        assert "\n" not in str(failure.value)
        assert any(isinstance(one, Waiting) for one in events)
    (disk / "ballast").unlink()
    with open_store(str(disk / "ladder.db")) as store:
        before = sum(1 for _ in store.results())
        (lost,) = store.queue()
        assert lost.match == before + 1
        executor = Scripted()
        play(store, executor, 2)
        assert executor.matches() == [lost.match, lost.match + 1]
        assert sum(1 for _ in store.results()) == before + 2
        assert all(read_log(write_log(store.entries())))
