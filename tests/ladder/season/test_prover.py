"""The prover: what it says of records beside a season, and what becomes of one that ends it."""

from multiprocessing import active_children
from pathlib import Path

import pytest

from arena.v1 import record_pb2 as rec
from ladder.log.proof import Proof, prove
from ladder.season.prover import Prover
from tests.ladder.ladders import plan_match, play
from tests.ladder.scripted import Scripted, follow, make_ladder, make_season
from tests.waiting import wait_until


def take(prover: Prover, count: int) -> list[tuple[str, Proof]]:
    """Wait until this many records are proved."""
    told: list[tuple[str, Proof]] = []

    def look() -> bool:
        told.extend(prover.take())
        return len(told) >= count

    wait_until(look)
    return told


@pytest.fixture
def record(tmp_path: Path) -> rec.Record:
    with make_ladder(tmp_path, "a", "b") as store:
        return play(plan_match(store))


@pytest.mark.usefixtures("processes")
def test_beside_a_season_the_same_is_proved_in_order_as_in_it(record: rec.Record) -> None:
    flawed = rec.Record.FromString(record.SerializeToString())
    flawed.games[0].scores[0] += 1
    with Prover(1) as beside, Prover() as here:
        for prover in (beside, here):
            prover.start("match 1", record)
            prover.start("match 2", flawed)
            prover.start("match 3", record)
        assert len(active_children()) == 1
        told = take(beside, 3)
        assert told == here.take()
    assert [job for job, _ in told] == ["match 1", "match 2", "match 3"]
    assert told[0][1] == prove(record)
    assert [bool(proof.flaw) for _, proof in told] == [False, True, False]


@pytest.mark.usefixtures("processes")
def test_a_prover_that_is_killed_voids_one_match_and_the_next_is_proved(
    record: rec.Record, tmp_path: Path
) -> None:
    with Prover(1) as prover:
        prover.start("match 1", record)
        (child,) = active_children()
        child.kill()
        prover.start("match 2", record)
        (_, lost), (_, proof) = take(prover, 2)
    assert lost == Proof("cannot be proved: its process ended with exit code -9")
    assert proof == prove(record)


@pytest.mark.usefixtures("processes")
def test_two_records_that_wait_at_once_are_proved_at_once(record: rec.Record) -> None:
    with Prover(2) as prover:
        prover.start("match 1", record)
        assert len(active_children()) == 1
        for match in (2, 3):
            prover.start(f"match {match}", record)
        assert len(active_children()) == 2
        told = take(prover, 3)
    assert sorted(job for job, _ in told) == ["match 1", "match 2", "match 3"]
    assert all(proof == prove(record) for _, proof in told)
    assert active_children() == []


@pytest.mark.usefixtures("processes")
def test_a_season_begins_no_more_than_its_prover_keeps_up_with(tmp_path: Path) -> None:
    with make_ladder(tmp_path, "a", "b") as store:
        season = make_season(store, Scripted(), parallel=3)
        season.prover = Prover(1)
        # One more than there are places: its record is being proved.
        assert max(len(season.playing) for _ in follow(season, 12)) <= 4
