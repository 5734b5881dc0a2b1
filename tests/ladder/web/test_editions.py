"""The cache: an answer is served as long as it is still so, and boards are made beside."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeVar
from unittest.mock import Mock

import pytest

from ladder.leaderboards import read_boards
from ladder.log.entries import Admitted, Announced, Excluded, SeasonBegun
from ladder.queries.snapshot import Busy, Snapshot
from ladder.queries.tables import TableQuery, read_standings
from ladder.rerating import rate_rest
from ladder.store.database import Away, StoreFailure
from ladder.store.opening import open_reader
from ladder.store.store import Ladder
from ladder.web.cache import Question, SnapshotCache
from tests.ladder.ladders import make_ladder, play_on
from tests.ladder.web.sites import visiting
from tests.waiting import wait_until

T = TypeVar("T")
# By address what makes its answer.
OVER = {
    "/matches/1": "ladder.web.questions.read_match_details",
    "/api/v1/matches/1": "ladder.web.questions.read_match",
    "/api/v1/matches/1/details": "ladder.web.questions.read_match_details",
    "/api/v1/matches/1/replay": "ladder.web.live.read_replay",
}
LIST = {"/matches": "ladder.web.pages.list_matches"}


def test_an_answer_is_kept_until_what_it_depends_on_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {}
    for address, maker in (OVER | LIST).items():
        made[address] = Mock(side_effect=resolve_name(maker))
        monkeypatch.setattr(maker, made[address])
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two") as store, visiting(place, pause=0.01) as site:
        play_on(store, 2)

        def is_shown() -> bool:
            shown = site.get("/boards/six_nimmt").text
            is_rated = 'class="notice"' not in shown
            return store.head()[1] in shown and is_rated == store.is_rated()

        def find_made() -> set[str]:
            wait_until(is_shown)
            return {address for address in made if is_made(address)}

        def is_made(address: str) -> bool:
            made[address].reset_mock()
            assert site.get(address).status_code == 200
            return made[address].called

        assert find_made() == {*made}
        assert find_made() == set()
        play_on(store, 1)
        assert find_made() == {*LIST}
        store.append(Excluded("so", match=2))
        assert find_made() == {*OVER, *LIST}
        play_on(store, 1)
        assert find_made() == {*LIST}
        rate_rest(store)
        assert find_made() == {*OVER, *LIST}
        # Taken back between two looks.
        store.append(Admitted("so", match=2))
        rate_rest(store)
        assert find_made() == {*OVER, *LIST}


def test_live_ratings_that_are_old_are_made_again(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    with make_ladder(place, "one", "two") as store, open_reader(str(place)) as reader:
        play_on(store, 2)
        cache = SnapshotCache(reader, rate=lambda: rate_rest(store))
        cache.renew()
        store.append(Excluded("so", match=1))
        cache.renew()
        assert not cache.current.rated
        cache.renew()
        assert cache.current.rated


class Fitter:
    """Makes boards in this thread, as a process beside does; it may fail."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails = False

    def __call__(self, snapshot: Snapshot, question: Question[T]) -> T:
        self.asked += 1
        if self.fails:
            raise Busy("the process that makes it has ended")
        return question(Snapshot(Ladder(snapshot.ladder.connections, snapshot.head)))


def test_boards_are_made_beside_and_say_as_of_which_entry_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, fitter = tmp_path / "ladder.db", Fitter()
    with make_ladder(place, "one", "two") as store, open_reader(str(place)) as reader:
        play_on(store, 2)
        cache, before = SnapshotCache(reader, fit=fitter), store.head()
        first = cache.current
        with monkeypatch.context() as patched:
            patched.setattr("ladder.queries.snapshot.BOARD_SECONDS", 0)
            with pytest.raises(Busy, match="are being made"):
                first.boards()
        with ThreadPoolExecutor(2) as pool:
            waiting = [pool.submit(first.boards) for _ in range(2)]
            store.append(SeasonBegun(2, "endless", ()))
            play_on(store, 1)
            cache.fit()
            found = [one.result() for one in waiting]
        assert [one.head for one in found] == [before, before]
        # What is served is newer, and its boards are not.
        late = cache.current
        shown = read_standings(late, "six_nimmt", TableQuery())
        assert (late.last, shown.last, shown.season) == (store.head()[0], before[0], 1)
        fitter.fails = True
        with pytest.raises(Busy, match="has ended"):
            cache.fit()
        assert cache.current.boards().head == before
        fitter.fails = False
        cache.fit()
        assert cache.current.boards().head == store.head()
        assert cache.current.boards().boards == read_boards(store, store.roster())
        # What changes no board has none made again: it is right as of that entry, too.
        store.append(Announced("so"))
        cache.renew()
        cache.fit()
        assert cache.current.boards().head == store.head()
        assert fitter.asked == 3


def test_a_ladder_that_is_away_is_looked_at_again_and_any_other_failure_is_told(
    tmp_path: Path,
) -> None:
    looks = [Away("it was stopped"), Busy("it has ended"), StoreFailure("it is damaged")]

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
