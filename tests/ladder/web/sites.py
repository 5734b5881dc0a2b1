"""Sites for tests: ladders with real matches and with strangers' names, and their pages."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import httpx2
from fastapi.routing import APIRoute
from limits import parse
from starlette.routing import Mount
from starlette.testclient import TestClient

from ladder.log.entries import Entered, Excluded, Joined
from ladder.matches import read_division
from ladder.store.opening import open_reader, open_store
from ladder.store.store import Store
from ladder.web.app import make_app
from ladder.web.bounds import Rates
from ladder.web.connections import Patience
from ladder.web.gate import Gate
from ladder.web.guard import Guard
from ladder.web.server import address_of, listen, make_server
from tests.ladder.ladders import (
    SHORT,
    forge,
    make_ladder,
    patient_place,
    plan_match,
    play_on,
    queue,
    void,
)
from tests.waiting import LIMIT, wait_until

FISH = read_division("big_fish seats=2,3")
SCRIPT = "<script>alert(1)"
TURNED = "rtl\u202egnp"
STEERING = "the machine <b>sneezed</b> \x1b[31m"
HOSTILE = (SCRIPT, TURNED)

# A machine may be slow, or stand still, and no site of a test ends anything for that. The tests of
# a limit give their own.
MANY: Final = parse("1000000/second")
UNBOUNDED: Final = Rates(
    look=MANY,
    change=MANY,
    upload=MANY,
    wrong_token=MANY,
    wrong_code=MANY,
    body=LIMIT,
    upload_body=LIMIT,
)
PATIENT: Final = Patience(head=LIMIT, reading=LIMIT)


def fill(place: Path, matches: int = 8) -> Store:
    """Make a ladder of two games, with a bot that errs, strangers' names and a void."""
    store = make_ladder(place, "one", "two", "three", divisions=(SHORT, FISH), games_a_match=6)
    store.append(Joined("ada"))
    # Nobody could hand in such names: somebody has written them into the log.
    for number, name in enumerate(HOSTILE):
        forge(store, Entered(f"{name}@1", "ada", str(number) * 64, ()))
    play_on(store, matches, erring=["two"])
    waiting = queue(store, plan_match(store))
    store.begin(waiting.match)
    void(store, waiting.match, STEERING)
    store.append(Excluded(f"of {SCRIPT} {TURNED}", author="ada"))
    return store


@contextmanager
def making_app(place: Path | str, **given: Any) -> Iterator[Guard]:
    """Make the application of a ladder."""
    patient = patient_place(str(place), LIMIT)
    with open_reader(patient) as reader, open_store(patient) as store:
        yield make_app(reader, store, **{"rates": UNBOUNDED, **given})


def flatten_routes(app: Guard) -> Iterator[APIRoute]:
    """Yield the routes of an application."""
    application: Any = app.app
    for route in application.routes:
        if isinstance(route, APIRoute):
            yield route
        else:
            # What is no route of ours has files, or describes the API.
            assert isinstance(route, Mount) or route.path == "/api/v1/openapi.json", route


class OneTurn(httpx2.BaseTransport):
    """Has an application answer a request as a whole, for which its thread is woken once.

    Starlette's own wakes it eight times, which takes longer than most answers.
    """

    def __init__(self, client: TestClient) -> None:
        self._client = client
        self._inner = httpx2.ASGITransport(client.app, client=("testclient", 50000))

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        assert self._client.portal is not None
        # What comes in parts is read here, as nothing in the other thread may wait for it.
        request.read()
        return self._client.portal.call(self._answer, request)

    async def _answer(self, request: httpx2.Request) -> httpx2.Response:
        answer = await self._inner.handle_async_request(request)
        assert isinstance(answer.stream, httpx2.AsyncByteStream)
        body = b"".join([part async for part in answer.stream])
        return httpx2.Response(
            answer.status_code, headers=answer.headers, stream=httpx2.ByteStream(body)
        )


@contextmanager
def visiting(place: Path | str, **given: Any) -> Iterator[TestClient]:
    """Open the site of a ladder, as a browser with no other one."""
    with making_app(place, **given) as app, TestClient(app) as client:
        client._transport = OneTurn(client)
        yield client


class Looks:
    """The time of day for a site, and how often the site has looked at it: once each look."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self._taken = 0

    def __call__(self) -> datetime:
        self._taken += 1
        return datetime.now(UTC) + self.ahead

    def wait(self) -> None:
        """Wait until a look that began after this is over, and told of."""
        # The first that comes may have begun before, and the third begins after the second.
        before = self._taken
        wait_until(lambda: self._taken >= before + 3)


class Clock:
    """The time by which a server ends connections; a test can have it run ahead, in seconds."""

    ahead = 0.0

    def make_loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.new_event_loop()
        own = loop.time
        loop.time = lambda: own() + self.ahead  # type: ignore[method-assign]
        return loop


@contextmanager
def serving(
    place: Path | str,
    patience: Patience = PATIENT,
    proxy: str | None = None,
    clock: Clock | None = None,
    **given: Any,
) -> Iterator[str]:
    """Serve the site of a ladder beside the test, and return its address."""
    gate = Gate(proxy=proxy)
    with making_app(place, **given) as app, listen("127.0.0.1", 0) as listening:
        started = Event()
        server = make_server(app, started.set, gate, patience)

        def run() -> None:
            with asyncio.Runner(loop_factory=(clock or Clock()).make_loop) as runner:
                runner.run(server.serve([listening]))

        thread = Thread(target=run)
        thread.start()
        try:
            assert started.wait(LIMIT)
            yield address_of(listening)
        finally:
            server.should_exit = True
            thread.join()


class Markup(HTMLParser):
    """What a page refers to, what its elements are, and what a person reads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.read = ""
        self.rows: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append("")
        for name, value in attrs:
            self.attributes.append((name, value or ""))
            if name in {"href", "src", "action"}:
                (self.links if tag in {"a", "form"} else self.loaded).append(value or "")

    def handle_data(self, data: str) -> None:
        self.read += data
        if self.rows:
            self.rows[-1] += data


def addresses(page: str, text: str) -> set[str]:
    """Return all that a page refers to, on its own site; each relative, so none is elsewhere."""
    markup = Markup(text)
    found = set()
    for link in (*markup.links, *markup.loaded):
        assert not urlsplit(link).scheme, link
        assert not urlsplit(link).netloc, link
        found.add(urljoin(page, link).partition("#")[0])
    return found
