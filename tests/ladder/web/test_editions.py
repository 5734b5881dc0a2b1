"""Editions: what is kept of one is served by the next, as long as it is still so."""

import asyncio
import time
from itertools import pairwise
from pathlib import Path

import pytest

from ladder.log import Admitted, Excluded
from ladder.rerating import rate_rest
from ladder.store.database import Away, StoreFailure
from ladder.store.opening import open_reader
from ladder.web.cache import Answer, SnapshotCache
from tests.ladder.ladders import make_ladder, play_on

MATCH = (b"/matches/1?", b"/api/v1/matches/1/details?", b"/api/v1/matches/1/replay?")
OTHER = (b"/matches?", b"/matches/1?x=1", b"/", b"/bots/one?", b"/matches/before/1?")


def test_the_page_of_a_match_is_kept_until_what_counts_changes(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two") as store, open_reader(str(place)) as reader:
        play_on(store, 2)
        cache = SnapshotCache(reader)

        def kept() -> set[bytes]:
            cache.renew()
            return {one for one in (*MATCH, *OTHER) if cache.current.find(one)}

        def serve() -> None:
            for one in (*MATCH, *OTHER):
                cache.current.keep(one, Answer(b"so", (), b""))

        serve()
        play_on(store, 1)
        assert kept() == {*MATCH}
        store.append(Excluded("so", match=2))
        assert kept() == set()
        serve()
        play_on(store, 1)
        assert kept() == {*MATCH}
        rate_rest(store)
        assert kept() == set()
        serve()
        # Taken back between two editions.
        store.append(Admitted("so", match=2))
        rate_rest(store)
        assert kept() == set()


def test_live_ratings_that_are_old_are_made_again(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two") as store, open_reader(str(place)) as reader:
        play_on(store, 2)
        cache = SnapshotCache(reader, rate=lambda: rate_rest(store))
        cache.renew()
        store.append(Excluded("so", match=1))
        cache.renew()
        assert not cache.current.snapshot.rated
        cache.renew()
        assert cache.current.snapshot.rated


def test_a_ladder_that_is_away_is_looked_at_again_and_any_other_failure_is_told(
    tmp_path: Path,
) -> None:
    looks = [Away("it was stopped"), Away("it is full"), StoreFailure("it is damaged")]

    class Failing(SnapshotCache):
        def renew(self) -> None:
            raise looks.pop(0)

    make_ladder(tmp_path / "ladder.db").close()
    with (
        open_reader(str(tmp_path / "ladder.db")) as reader,
        pytest.raises(StoreFailure, match="damaged"),
    ):
        asyncio.run(Failing(reader, pause=0).keep_up())
    assert looks == []


def test_editions_have_a_tenth_of_a_cpu(tmp_path: Path) -> None:
    made: list[tuple[float, float]] = []

    class Slow(SnapshotCache):
        def renew(self) -> None:
            begun = time.monotonic()
            time.sleep(0.03)
            made.append((begun, time.monotonic()))

    async def look_on(cache: SnapshotCache) -> None:
        keeping = asyncio.create_task(cache.keep_up())
        while len(made) < 3:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
        keeping.cancel()

    make_ladder(tmp_path / "ladder.db").close()
    with open_reader(str(tmp_path / "ladder.db")) as reader:
        asyncio.run(look_on(Slow(reader, pause=0)))
    for (begun, ended), (after, _) in pairwise(made):
        assert after - ended >= 9 * (ended - begun)
