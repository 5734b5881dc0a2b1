"""What is watched as it is played: live pages, events, the delay, who listens and who may not."""

import asyncio
import base64
import json
import re
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient

from arena.v1 import record_pb2 as rec
from ladder.log.entries import result_of
from ladder.log.proof import prove
from ladder.machine.pulse import read_machine
from ladder.queue.plans import Queued
from ladder.season.broadcast import Broadcast
from ladder.shares import LISTENERS
from ladder.store.database import Away, StoreFailure
from ladder.store.live_games import LiveGames
from ladder.store.opening import open_reader, open_store
from ladder.store.store import Store
from ladder.web.cache import SnapshotCache
from ladder.web.feed import Feed, Listener
from ladder.web.guard import Guard
from tests.ladder.ladders import finish, make_ladder, plan_match, play, queue, void
from tests.ladder.web.sites import Looks, Markup, making_app, visiting
from tests.waiting import wait_until


def begin(store: Store) -> tuple[Queued, rec.Record]:
    """Have a match begun; return it with the record that it will have."""
    queued = queue(store, plan_match(store))
    store.begin(queued.match)
    return queued, play(queued.plan)


def show(store: Store, queued: Queued, *games: rec.GameRecord) -> None:
    LiveGames(store.connections).add((queued.match, game) for game in games)


@pytest.fixture
def place(tmp_path: Path) -> str:
    place = tmp_path / "ladder.db"
    make_ladder(place, "one", "two", "three", games_a_match=6).close()
    return str(place)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with open_store(place) as store:
        yield store


def live(site: TestClient) -> dict[int, list[int]]:
    """Return which games of which matches are shown."""
    told = site.get("/api/v1/live").json()
    return {one["match"]: [game["game"] for game in one["games"]] for one in told["matches"]}


def read(site: TestClient, address: str) -> str:
    return re.sub(r"\s+", " ", Markup(site.get(address).text).read)


def unpack(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))


# --- pages ---


def test_a_match_appears_goes_on_game_by_game_and_leads_to_its_result(
    place: str, store: Store
) -> None:
    with visiting(place) as site:
        assert "No match is being played" in read(site, "/live")
        queued, record = begin(store)
        number = queued.match
        wait_until(lambda: live(site) == {number: []})
        assert f"Match {number}" in read(site, "/live")
        assert "is being played" in read(site, f"/live/{number}")
        show(store, queued, *record.games[:2])
        wait_until(lambda: live(site) == {number: [1, 2]})
        assert f"After game 2 of {queued.plan.games}" in read(site, f"/live/{number}")
        replay = site.get(f"/api/v1/live/{number}/replay").json()
        assert len(replay["games"]) == 2
        show(store, queued, record.games[2])
        wait_until(lambda: len(site.get(f"/api/v1/live/{number}/replay").json()["games"]) == 3)
        store.finish(number, prove(record))
        wait_until(lambda: live(site) == {})
        gone = site.get(f"/live/{number}", follow_redirects=False)
        assert (gone.status_code, gone.headers["location"]) == (303, f"../matches/{number}")
        assert wait_until(lambda: site.get(f"/api/v1/matches/{number}/replay").status_code == 200)


def test_points_so_far_are_those_of_the_result(place: str, store: Store) -> None:
    queued, record = begin(store)
    show(store, queued, *record.games)
    with visiting(place) as site:
        (told,) = site.get("/api/v1/live").json()["matches"]
        entry = store.finish(queued.match, prove(record))
        assert entry is not None
        assert told["points"] == result_of(entry).points()


def test_a_match_that_is_void_is_not_shown_any_more(place: str, store: Store) -> None:
    queued, record = begin(store)
    show(store, queued, record.games[0])
    with visiting(place) as site:
        assert live(site) == {queued.match: [1]}
        void(store, queued.match, "the machine sneezed")
        wait_until(lambda: live(site) == {})
        assert site.get(f"/live/{queued.match}").status_code == 404
        assert site.get(f"/api/v1/live/{queued.match}/replay").status_code == 404


def test_no_game_is_shown_before_the_delay(place: str, store: Store) -> None:
    queued, record = begin(store)
    show(store, queued, record.games[0])
    looks = Looks()
    with visiting(place, delay=3600, now=looks, pause=0.05) as site:
        looks.wait()
        assert live(site) == {queued.match: []}
        assert site.get(f"/api/v1/live/{queued.match}/replay").status_code == 404
        looks.ahead = timedelta(hours=1)
        wait_until(lambda: live(site) == {queued.match: [1]})
        assert "A game is shown 3,600 seconds after its end" in read(site, "/live")


def test_a_match_page_has_its_replay(place: str, store: Store) -> None:
    entry = finish(store, plan_match(store))
    number = entry.played.match
    with visiting(place) as site:
        text = site.get(f"/matches/{number}").text
        assert f'data-match="../api/v1/matches/{number}/replay"' in text
        data = site.get(f"/api/v1/matches/{number}/replay").json()
        outline = unpack(data["outline"])
        assert [game["number"] for game in outline["games"]] == [*range(1, entry.played.games + 1)]
        assert len(data["games"]) == entry.played.games


def test_the_season_page_says_where_it_runs_and_when_it_ended(place: str, store: Store) -> None:
    with visiting(place) as site:
        assert "No season has run yet" in read(site, "/season")
        with Broadcast(store, lambda: read_machine("container", "f" * 64, 3)):
            wait_until(lambda: "The season is running since" in read(site, "/season"))
            assert "3 matches at once" in read(site, "/live")
        wait_until(lambda: "No season runs. The last one ended" in read(site, "/season"))
        wait_until(lambda: "No season runs. The last one ended" in read(site, "/live"))


# --- events ---


class Listening:
    """Somebody who listens to the events of an application that runs in this loop."""

    def __init__(self, app: Guard, method: str = "GET", address: str = "192.0.2.1") -> None:
        self.status = 0
        self.body = b""
        self.deaf = False
        self._new = asyncio.Event()
        self._going = asyncio.Event()
        path = "/api/v1/events"
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode()}
        scope |= {"query_string": b"", "headers": [], "root_path": "", "scheme": "http"}
        scope |= {"http_version": "1.1", "client": (address, 1), "server": ("test", 80)}
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._going.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if self.deaf:
            await self._going.wait()
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")
        self._new.set()

    def events(self) -> list[tuple[str, int]]:
        """Return what came: names, and the last entry of the log that each brought."""
        blocks = self.body.decode().split("\n\n")[:-1]
        read = [dict(line.partition(": ")[::2] for line in block.splitlines()) for block in blocks]
        return [(one["event"], int(one["data"])) for one in read if "event" in one]

    async def until(self, name: str, times: int = 1) -> None:
        """Wait until an event has come this many times."""
        while [one for one, _ in self.events()].count(name) < times:
            await self._more()

    async def until_entry(self, number: int) -> None:
        """Wait until it was told that the pages show the log up to an entry."""
        while ("log", number) not in self.events():
            await self._more()

    async def _more(self) -> None:
        self._new.clear()
        await self._new.wait()

    async def leave(self) -> None:
        self._going.set()
        await self.task


@asynccontextmanager
async def running(place: str, **given: Any) -> AsyncIterator[Guard]:
    """Run the application of a ladder, with all that it does beside."""
    with making_app(place, **given) as app:
        told: asyncio.Queue[Any] = asyncio.Queue()
        asked: asyncio.Queue[Any] = asyncio.Queue()
        await asked.put({"type": "lifespan.startup"})
        task = asyncio.create_task(app({"type": "lifespan", "state": {}}, asked.get, told.put))
        assert (await told.get())["type"] == "lifespan.startup.complete"
        try:
            yield app
        finally:
            app.end()
            await asked.put({"type": "lifespan.shutdown"})
            await task


def test_all_that_happens_is_told(place: str, store: Store) -> None:
    async def listen() -> None:
        async with running(place) as app:
            one = Listening(app)
            await one.until("live")
            await one.until_entry(store.head()[0])
            queued, record = await asyncio.to_thread(begin, store)
            await one.until("live", 2)
            show(store, queued, record.games[0])
            await one.until("live", 3)
            store.finish(queued.match, prove(record))
            await one.until("live", 4)
            await one.until_entry(store.head()[0])
            voided, _ = await asyncio.to_thread(begin, store)
            await one.until("live", 5)
            void(store, voided.match, "the machine sneezed")
            await one.until("live", 6)
            await one.until_entry(store.head()[0])
            await one.leave()

    asyncio.run(listen())


def test_who_comes_back_is_told_to_look_again(place: str) -> None:
    async def listen() -> list[str]:
        async with running(place) as app:
            await Listening(app).until("live")
            again = Listening(app)
            await again.until("live")
            await again.leave()
            return [name for name, _ in again.events()]

    assert asyncio.run(listen()) == ["log", "live"]


def test_who_only_asks_for_the_head_of_the_events_is_sent_nothing_more(place: str) -> None:
    async def listen() -> None:
        async with running(place) as app:
            head = Listening(app, "HEAD")
            await head.task
            assert (head.status, head.body) == (200, b"")

    asyncio.run(listen())


def test_one_too_many_is_refused_in_a_sentence_and_let_in_when_another_has_gone(
    place: str,
) -> None:
    async def listen() -> None:
        async with running(place, listeners=3) as app:
            all_in = [Listening(app) for _ in range(3)]
            for one in all_in:
                await one.until("live")
            refused = Listening(app)
            await refused.task
            assert refused.status == 503
            assert b"3 are listening already; try again in a minute" in refused.body
            await all_in[0].leave()
            late = Listening(app)
            await late.until("live")

    asyncio.run(listen())


def test_who_listens_most_gives_up_the_oldest_for_somebody_with_fewer(place: str) -> None:
    async def listen() -> None:
        async with running(place, listeners=4) as app:
            one = Listening(app, address="192.0.2.9")
            many = [Listening(app) for _ in range(3)]
            for listener in (one, *many):
                await listener.until("live")
            late = Listening(app, address="2001:db8:1::1")
            await late.until("live")
            await many[0].task
            # Each of the three has as many as this network would have, or fewer than two.
            again = Listening(app, address="2001:db8:1::2")
            await again.until("live")
            await many[1].task
            # That network has most by now.
            refused = Listening(app, address="2001:db8:1::3")
            await refused.task
            assert refused.status == 503
            assert not any(listener.task.done() for listener in (one, late, again, many[2]))

    asyncio.run(listen())


def test_a_hall_begins_to_listen_in_one_moment(place: str) -> None:
    async def listen() -> None:
        async with running(place) as app:
            all_in = [Listening(app) for _ in range(LISTENERS)]
            for one in all_in:
                await one.until("live")

    asyncio.run(listen())


def test_nobody_waits_for_who_takes_nothing(place: str, store: Store) -> None:
    async def listen() -> None:
        async with running(place) as app:
            deaf, other = Listening(app), Listening(app)
            await deaf.until("live")
            await other.until("live")
            deaf.deaf = True
            queued, record = await asyncio.to_thread(begin, store)
            await other.until("live", 2)
            show(store, queued, record.games[0])
            await other.until("live", 3)
            await deaf.leave()

    asyncio.run(listen())


def test_a_feed_looks_again_at_a_ladder_that_is_away_and_fails_otherwise(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_reader(place) as reader:
        feed = Feed(reader, SnapshotCache(reader, pause=0), 0, lambda: datetime.now(UTC))
        failures = Away("it was stopped"), Away("it is full"), StoreFailure("it is damaged")
        looks = Mock(side_effect=failures)
        # Of this feed alone: sites of other tests look meanwhile.
        monkeypatch.setattr(feed, "_games", Mock(read=looks))
        with pytest.raises(StoreFailure, match="damaged"):
            asyncio.run(feed.keep_up())
        assert looks.call_count == 3


def test_a_comment_keeps_the_connection_where_nothing_happens(place: str) -> None:
    async def listen(feed: Feed) -> list[str]:
        events = feed.events(Listener("somebody"), heartbeat=0.01)
        return [await anext(events) for _ in range(4)]

    with open_reader(place) as reader:
        feed = Feed(reader, SnapshotCache(reader), 0, lambda: datetime.now(UTC))
        assert asyncio.run(listen(feed))[2:] == [":\n\n", ":\n\n"]
