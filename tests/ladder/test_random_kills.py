"""A season that is killed at random moments: nothing is lost or doubled.

The moments are those of what is kept: before a transaction, at its end, and right after it. A seed
says which. `bench.kill` kills real processes.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from random import Random

import pytest

from bench.examine import find_losses
from ladder.log import ORGANISER, Entered
from ladder.matchmaking.endless import endless
from ladder.queries.requests import ask_for_match
from ladder.store.opening import open_store
from ladder.store.requests import Requests
from ladder.store.store import Store
from ladder.store.transaction import Transaction
from ladder.store.uploads import Uploads
from ladder.wire import RequestState, UploadState
from tests.ladder.ladders import files_like
from tests.ladder.scripted import VOID, Scripted, make_ladder, make_season, run_to_end


class Killed(BaseException):
    """A process was killed."""


class Life:
    """The transactions of a process up to its death, after which it changes nothing."""

    def __init__(self, store: Store, moments: float) -> None:
        self._writing = store.connections.writing
        self._left = moments

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        self._go_on()
        with self._writing() as here:
            yield here
            self._go_on()
        self._go_on()

    def _go_on(self) -> None:
        if self._left <= 0:
            raise Killed
        self._left -= 1


def live(place: Path, rng: Random, moments: float, most: int | None) -> None:
    """Check uploads and play a season, up to a death after so many moments."""
    script = [VOID if rng.random() < 0.2 else None for _ in range(20)] if moments < inf else []
    with open_store(str(place)) as store, suppress(Killed):
        store.connections.writing = Life(store, moments).writing  # type: ignore[method-assign]
        uploads = Uploads(store.connections)
        uploads.recover()
        while check := uploads.begin():
            uploads.refuse(check, "refused")
        choose = endless if most else lambda *_: None
        season = make_season(store, Scripted(*script), choose, parallel=rng.randint(1, 3))
        run_to_end(season, most)


def kill(folder: Path, kills: int, rng: Random) -> None:
    """Kill a season so often, let what is left be played, and look all through."""
    with make_ladder(folder) as store:
        for player in ("a@1", "b@1", "c@1", "d@1"):
            digest, content = files_like(player)
            store.enter(Entered(player, ORGANISER, digest, ()), content)
    place = folder / "ladder.db"
    for number in range(kills):
        with open_store(str(place)) as store:
            ask_for_match(store, ORGANISER, "a", ["b"])
            uploads = Uploads(store.connections)
            uploads.add(f"author {number}", "bot.tar.gz", None, b"an archive")
        live(place, rng, rng.randrange(60), rng.randint(1, 3))
    live(place, rng, inf, None)
    assert [*find_losses(str(place))] == []
    with open_store(str(place)) as store:
        asked, uploads = Requests(store.connections).newest(), Uploads(store.connections)
        assert len(asked) == kills
        assert all(one.state in {RequestState.PLAYED, RequestState.FAILED} for one in asked)
        sent = uploads.lines()
        assert len(sent) == kills
        assert all(one.state in {UploadState.REFUSED, UploadState.FAILED} for one in sent)


def test_whenever_a_season_is_killed_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    kill(tmp_path, 8, Random(1))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 102))
def test_ten_thousand_kills_lose_and_double_nothing(tmp_path: Path, seed: int) -> None:
    kill(tmp_path, 100, Random(seed))
