"""Games of running matches: shown when they are over, gone with their match, whatever ends it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from arena.v1 import record_pb2 as rec
from ladder.log.entries import SeasonBegun
from ladder.log.proof import prove
from ladder.queue.plans import Queued
from ladder.store.live_games import LiveGames
from ladder.store.store import Store
from tests.ladder.ladders import make_ladder, plan_match, play, queue, void

Ending = Callable[[Store, Queued, rec.Record], object]


def begin(store: Store) -> tuple[Queued, rec.Record]:
    """Have a match begun; return it with the record that it will have."""
    queued = queue(store, plan_match(store))
    store.begin(queued.match)
    return queued, play(queued.plan)


def shown(store: Store, ago: float = 0) -> dict[int, list[int]]:
    until = datetime.now(UTC) - timedelta(seconds=ago)
    found = LiveGames(store.connections).read(until)
    return {one.queued.match: [game.number for game in one.games] for one in found}


def test_games_are_shown_in_order_once_and_after_the_delay(place: str) -> None:
    with make_ladder(place, "one", "two", "three") as store:
        queued, record = begin(store)
        live = LiveGames(store.connections)
        live.add([(queued.match, game) for game in record.games[:2]])
        live.add([(queued.match, game) for game in record.games[:3]])
        assert shown(store) == {queued.match: [0, 1, 2]}
        assert shown(store, ago=60) == {queued.match: []}


def test_onlookers_see_nothing_that_a_bot_printed(place: str) -> None:
    with make_ladder(place, "one", "two", "three") as store:
        queued, record = begin(store)
        record.games[0].forfeits.add(seat=0, detail="it ended", log_tail="a secret")
        LiveGames(store.connections).add([(queued.match, record.games[0])])
        (live,) = LiveGames(store.connections).read(datetime.now(UTC))
        (forfeit,) = live.games[0].forfeits
        assert (forfeit.detail, forfeit.log_tail) == ("it ended", "")
        assert record.games[0].forfeits[0].log_tail == "a secret"


def test_what_is_known_is_not_read_again(place: str) -> None:
    with make_ladder(place, "one", "two", "three") as store:
        queued, record = begin(store)
        live = LiveGames(store.connections)
        live.add([(queued.match, record.games[0])])
        first = live.read(datetime.now(UTC))
        assert live.read(datetime.now(UTC), first)[0] is first[0]
        live.add([(queued.match, record.games[1])])
        (second,) = live.read(datetime.now(UTC), first)
        assert [*second.games] == [*record.games[:2]]


ENDINGS: dict[str, Ending] = {
    "finished": lambda store, queued, record: store.finish(queued.match, prove(record)),
    "void": lambda store, queued, _: void(store, queued.match, "the machine sneezed"),
    "stopped": lambda store, *_: store.stop("the season was killed"),
    "cancelled": lambda store, queued, _: store.cancel(queued.match, "nobody wants it"),
    "another season": lambda store, *_: store.begin_season(
        SeasonBegun(2, "endless", ()), "a season began", freeze=False
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_games_go_with_their_match(place: str, ending: str) -> None:
    with make_ladder(place, "one", "two", "three") as store:
        queued, record = begin(store)
        live = LiveGames(store.connections)
        live.add([(queued.match, record.games[0])])
        ENDINGS[ending](store, queued, record)
        # A season that has not heard of it tells of a game more.
        live.add([(queued.match, record.games[1])])
        assert shown(store) == {}
        if store.queue():
            store.begin(queued.match)
            assert shown(store) == {queued.match: []}
            live.add([(queued.match, record.games[1])])
            assert shown(store) == {queued.match: []}
