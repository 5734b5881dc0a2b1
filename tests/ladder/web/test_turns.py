"""Whose turn it is, for all that is not kept."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from anyio import from_thread, to_thread
from fastapi import Response
from starlette.datastructures import Headers
from starlette.testclient import TestClient

from arena.bots import starter
from arena.languages.javascript import sdk_files
from arena.v1 import record_pb2 as rec
from ladder.queries.replays import ReplayData
from ladder.shares import TURNS_EACH
from ladder.web.access import (
    ANONYMOUS,
    Asker,
    Authenticator,
    Identity,
    asking,
    measured,
)
from ladder.web.faces import OPEN, Face, Faces
from ladder.web.guard import Guard
from ladder.web.pages import compare_page
from ladder.web.site import Page, Site
from ladder.web.tables import PlayTables
from ladder.web.turns import Turns
from tests.ladder.ladders import make_ladder
from tests.ladder.web.logins import issue
from tests.ladder.web.sites import flatten_routes, making_app, visiting
from tests.waiting import LIMIT, wait_until

# --- what is computed for requests ---

SCOPE = {
    "type": "http",
    "method": "GET",
    "query_string": b"",
    "root_path": "",
    "headers": [(b"host", b"testserver")],
    "client": ("testclient", 1),
    "server": ("testserver", 80),
    "state": {},
}


@dataclass
class Request:
    asker: Asker
    gone: asyncio.Event
    done: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[bool] | None = None

    async def end(self, seconds: float = 0.0) -> bool:
        """Have it answered after this much CPU time."""
        assert self.task is not None
        self.asker.seconds = seconds
        self.done.set()
        await settle()
        assert self.task.done()
        return self.task.result()


class RefusedError(Exception):
    pass


class Requests:
    """Requests of visitors, by their names, in one loop; each has its turn until it is let go."""

    def __init__(self, turns: Turns) -> None:
        self.had: list[str] = []
        self._turns = turns

    async def send(self, visitor: str, client: asyncio.Event | None = None) -> Request:
        """Send one, and return when it waits or has its turn. The client goes at that event."""
        request = Request(Asker(ANONYMOUS, visitor), client or asyncio.Event())
        request.task = asyncio.create_task(self._answer(request))
        await settle()
        return request

    async def _answer(self, request: Request) -> bool:
        async def receive() -> dict[str, str]:
            await request.gone.wait()
            return {"type": "http.disconnect"}

        async with self._turns(request.asker, receive) as has_come:
            if has_come:
                self.had.append(request.asker.visitor)
                await request.done.wait()
            return has_come


async def settle() -> None:
    """Return when all that can go on without news has."""
    for _ in range(10):
        await asyncio.sleep(0)


def in_loop(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    @wraps(test)
    def run() -> None:
        asyncio.run(test())  # type: ignore[arg-type]

    return run


@in_loop
async def test_a_visitor_has_few_turns_at_once_and_others_have_theirs() -> None:
    requests = Requests(Turns(3, 2, 9, RefusedError))
    for _ in range(4):
        await requests.send("greedy")
    assert requests.had == ["greedy"] * 2
    await requests.send("honest")
    await requests.send("third")
    # All turns together are three.
    assert requests.had == ["greedy"] * 2 + ["honest"]


@in_loop
async def test_next_is_the_visitor_with_the_fewest_seconds() -> None:
    requests = Requests(Turns(1, 1, 9, RefusedError))
    slow = [await requests.send("slow") for _ in range(3)]
    quick = [await requests.send("quick") for _ in range(6)]
    sent = {"slow": iter(slow), "quick": iter(quick)}
    for _ in range(8):
        visitor = requests.had[-1]
        await next(sent[visitor]).end(3.0 if visitor == "slow" else 1.0)
    # Three seconds each, whatever the number of requests.
    assert requests.had == ["slow", *["quick"] * 3, "slow", *["quick"] * 3, "slow"]


@in_loop
async def test_who_asked_for_nothing_has_saved_no_time() -> None:
    requests = Requests(Turns(1, 1, 9, RefusedError))
    old = [await requests.send("old") for _ in range(4)]
    for one in old[:3]:
        await one.end(10.0)
    new = [await requests.send("new") for _ in range(3)]
    await old[3].end(10.0)
    more = await requests.send("old")
    await new[0].end(11.0)
    # It begins where the other one was, and not thirty seconds before.
    assert requests.had[4:] == ["new", "old"]
    await more.end()


@in_loop
async def test_one_visitor_with_all_the_places_keeps_no_other_away() -> None:
    requests = Requests(Turns(1, 1, 4, RefusedError))
    greedy = [await requests.send("greedy") for _ in range(5)]
    with pytest.raises(RefusedError):
        await (await requests.send("greedy")).end()
    honest = await requests.send("honest")
    # The last of who has most has given up its place.
    with pytest.raises(RefusedError):
        await greedy[4].end()
    others = [await requests.send(f"other-{number}") for number in range(2)]
    with pytest.raises(RefusedError):
        await (await requests.send("one too many")).end()
    await greedy[0].end()
    await honest.end()
    for one in others:
        await one.end()
    # Those who had none yet were next.
    assert requests.had == ["greedy", "honest", "other-0", "other-1", "greedy"]


@in_loop
async def test_a_client_that_goes_while_it_waits_leaves_the_queue() -> None:
    turns = Turns(1, 1, 9, RefusedError)
    requests = Requests(turns)
    first, gone = await requests.send("first"), asyncio.Event()
    second = await requests.send("second", gone)
    third = await requests.send("third")
    assert turns.waiting() == ["second", "third"]
    gone.set()
    await settle()
    assert second.task is not None
    assert second.task.done()
    assert not await second.task
    assert turns.waiting() == ["third"]
    await first.end()
    assert requests.had == ["first", "third"]
    assert await third.end()


@in_loop
async def test_a_turn_that_is_left_is_anothers_before_the_answer_is_taken() -> None:
    requests = Requests(Turns(1, 1, 9, RefusedError))
    first = await requests.send("first")
    await requests.send("second")
    first.asker.leave()
    await settle()
    assert requests.had == ["first", "second"]


def test_what_a_thread_computes_is_noted_for_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.web.access.thread_time", iter([5.0, 7.5, 8.0, 9.0]).__next__)
    with asking(ANONYMOUS, "somebody") as asker:
        measured(len)("")
        with pytest.raises(ZeroDivisionError):
            measured(divmod)(1, 0)
    assert asker.seconds == 3.5


@in_loop
async def test_a_route_that_waits_for_an_event_has_no_turn() -> None:
    faces, left = Faces(Site(), pytest.fail), list[str]()

    @faces.page("/news", OPEN)
    async def wait_for_news() -> Response:
        return Response("news")

    (route,) = faces.routes
    assert isinstance(route, Face)
    with asking(ANONYMOUS, "somebody") as asker:
        asker.leave = lambda: left.append("left")
        assert (await route.endpoint()).body == b"news"
    assert left == ["left"]


@in_loop
async def test_a_request_has_one_turn_at_a_time() -> None:
    turns, boards = Turns(1, 1, 9, RefusedError), Turns(1, 1, 9, RefusedError)
    first = await Requests(boards).send("first")
    asker = Asker(ANONYMOUS, "second")

    async def receive() -> dict[str, str]:
        await asyncio.sleep(LIMIT)
        return {}

    async def ask() -> None:
        async with turns(asker, receive), boards(asker, receive):
            pass

    second = asyncio.create_task(ask())
    await settle()
    assert boards.waiting() == ["second"]
    # Who waits for a board keeps no other one from pages.
    requests = Requests(turns)
    await requests.send("third")
    assert requests.had == ["third"]
    await first.end()
    await second


def test_a_board_of_ones_own_is_waited_for_in_its_thread() -> None:
    boards, made = Turns(1, 1, 9, RefusedError), list[str]()

    def make(name: str) -> None:
        with asking(ANONYMOUS, name), boards.in_thread():
            made.append(name)

    async def ask() -> None:
        first = await Requests(boards).send("first")
        second = asyncio.create_task(to_thread.run_sync(make, "second"))
        while not boards.waiting():  # noqa: ASYNC110 - of a thread
            await asyncio.sleep(0.01)
        assert not made
        await first.end()
        await second

    asyncio.run(ask())
    assert made == ["second"]
    assert not boards.waiting()


# --- on a site ---


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_ladder(tmp_path / "ladder.db", "one", "two").close()
    return tmp_path / "ladder.db"


def test_every_route_is_measured(place: Path) -> None:
    with making_app(place) as app:
        routes = [*flatten_routes(app)]
    assert len(routes) > 60
    assert {type(one) for one in routes} == {Face}


def test_who_asks_is_recognised_in_threads_that_nothing_else_takes(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, recognise = list[float](), Authenticator.recognise

    def note(own: Authenticator, headers: Headers) -> Identity:
        limiter = from_thread.run_sync(to_thread.current_default_thread_limiter)
        taken.append(limiter.borrowed_tokens)
        return recognise(own, headers)

    monkeypatch.setattr(Authenticator, "recognise", note)
    headers = {"authorization": f"Bearer {issue(place)[1]}"}
    with visiting(place, pause=LIMIT) as site:
        assert site.get("/api/v1/mine", headers=headers).status_code == 200
    assert taken == [0]


def test_one_who_takes_no_answer_has_no_turn_meanwhile(place: Path) -> None:
    async def visit(app: Guard) -> None:
        begun, go = asyncio.Semaphore(0), asyncio.Event()

        async def send(_: object) -> None:
            begun.release()
            await go.wait()

        async def receive() -> dict[str, str]:
            await go.wait()
            return {"type": "http.disconnect"}

        paths = ("/season", "/games")
        scopes = [{**SCOPE, "path": path, "raw_path": path.encode()} for path in paths]
        asked = [asyncio.create_task(app(scope, receive, send)) for scope in scopes]
        # An answer that is not taken.
        await begun.acquire()
        await settle()
        waiting = app.turns.waiting()
        go.set()
        await asyncio.wait(asked)
        assert not waiting

    with making_app(place) as app:
        asyncio.run(visit(app))


def test_an_author_is_answered_while_replays_of_tables_wait(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, making = Event(), list[object]()

    def describe(*asked: object) -> ReplayData:
        making.append(asked)
        assert go.wait(LIMIT)
        return ReplayData("outline", ())

    monkeypatch.setattr("ladder.web.play.describe_replay", describe)
    monkeypatch.setattr("ladder.web.play._record_of", lambda _: rec.Record())
    monkeypatch.setattr(PlayTables, "find", lambda *_: SimpleNamespace(reviewed=None))
    headers = {"authorization": f"Bearer {issue(place)[1]}"}
    # More than there are threads.
    many = 100
    with (
        making_app(place) as app,
        TestClient(app) as site,
        ThreadPoolExecutor(many) as pool,
    ):
        try:
            path = "/api/v1/tables/{}/replay"
            asked = [pool.submit(site.get, path.format(number)) for number in range(many)]
            wait_until(lambda: len(app.turns.waiting()) == many - TURNS_EACH)
            for page in ("/mine", "/api/v1/mine"):
                assert site.get(page, headers=headers).status_code == 200
            assert len(making) == TURNS_EACH
        finally:
            go.set()
        assert {one.result().status_code for one in asked} == {200}
        # Each was made once, and is kept.
        assert site.get(path.format(1)).json()["outline"] == "outline"
        assert len(making) == many


def test_what_was_made_while_somebody_waited_is_not_made_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, made = Event(), list[str]()
    render = Site.render

    def note(own: Site, page: Page) -> bytes:
        made.append(page.path)
        assert go.wait(LIMIT)
        return render(own, page)

    monkeypatch.setattr(Site, "render", note)
    with (
        making_app(place, pause=LIMIT) as app,
        TestClient(app) as site,
        ThreadPoolExecutor() as pool,
    ):
        asked = [pool.submit(site.get, "/season")]
        wait_until(lambda: len(made) == 1)
        asked += [pool.submit(site.get, "/season") for _ in range(3)]
        wait_until(lambda: len(app.turns.waiting()) == 3)
        go.set()
        assert len({one.result().text for one in asked}) == 1
    assert made == ["season"]


def note_of(act: Callable[..., Any], made: list[object]) -> Callable[..., Any]:
    """Return what does the same, and notes that it was asked to."""

    def note(*asked: object) -> Any:
        made.append(asked)
        return act(*asked)

    return note


def test_a_comparison_is_made_once_however_it_is_asked_for(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[object]()
    monkeypatch.setattr("ladder.web.pages.compare_page", note_of(compare_page, made))
    with visiting(place, pause=LIMIT) as site:
        asked = "/compare?bot=one&against=two"
        texts = {site.get(f"{asked}{more}").text for more in ("", "&page=1", "&x=1", "&x=2")}
        assert len(texts) == len(made) == 1
        assert site.get("/compare?bot=two&against=one").text not in texts


def test_the_sdk_in_a_starter_is_packed_once(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[object]()
    monkeypatch.setattr(starter, "sdk_files", note_of(sdk_files, made))
    starter._packed_sdk.cache_clear()
    with visiting(place) as site:
        asked = "/take-part/starter.zip?language=javascript"
        files = {site.get(f"{asked}&name={name}").content for name in ("one", "two", "three")}
    assert (len(files), len(made)) == (3, 1)
