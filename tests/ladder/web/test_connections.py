"""Connections that do nothing: they end, and nobody keeps the others away with them."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import h11
import pytest
from limits import parse

from ladder.shares import PIECE_BYTES, PIECES
from ladder.web.connections import PiecewiseReader
from ladder.web.files import site_files, site_folder
from tests.ladder.web.sites import PATIENT, UNBOUNDED, Clock, fill, serving

HEARTBEAT = b":"
ASKED = b"GET /api/v1/ladder HTTP/1.1\r\nhost: here\r\n\r\n"


@pytest.fixture
def place(processes: None, tmp_path: Path) -> Path:
    place = tmp_path / "ladder.db"
    fill(place, matches=0).close()
    return place


class Line:
    """A connection from an address of this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, content: bytes) -> None:
        self._writer.write(content)
        await self._writer.drain()

    async def hear(self) -> bytes:
        """Return the first line of an answer; empty if there is none any more."""
        try:
            return (await self._reader.readline()).strip()
        except ConnectionError:
            return b""

    async def hears(self, text: bytes) -> bool:
        """Wait for a line; False if the connection ends before it comes."""
        with suppress(ConnectionError):
            async for line in self._reader:
                if line.strip() == text:
                    return True
        return False

    async def has_ended(self) -> bool:
        """Wait for the end of it, whatever is still to be read."""
        return await self.read_all() >= 0

    async def read_all(self) -> int:
        """Return how many bytes come until the end of it."""
        read = 0
        with suppress(ConnectionError):
            while content := await self._reader.read(1024**2):
                read += len(content)
        return read

    def close(self) -> None:
        self._writer.close()


@asynccontextmanager
async def connected(address: str, *sources: str) -> AsyncIterator[list[Line]]:
    parts = urlsplit(address)
    lines = []
    for source in sources:
        here = (source, 0)
        streams = await asyncio.open_connection(parts.hostname, parts.port, local_addr=here)
        lines.append(Line(*streams))
    try:
        yield lines
    finally:
        for line in lines:
            line.close()


async def hurry(clock: Clock, event: Coroutine[Any, Any, bool]) -> bool:
    """Have the time of a server run until something has come."""
    coming = asyncio.create_task(event)
    while not coming.done():
        clock.ahead += PATIENT.head
        await asyncio.wait([coming], timeout=0.2)
    return coming.result()


@pytest.mark.parametrize("content", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nhost: here\r\n"])
def test_who_sends_no_head_is_waited_for_no_longer(place: Path, content: bytes) -> None:
    async def wait() -> None:
        with serving(place, replace(PATIENT, head=0.3)) as address:
            async with connected(address, "127.0.0.1") as (line,):
                await line.send(content)
                assert await line.has_ended()

    asyncio.run(wait())


def test_nor_is_who_begins_a_second_head_and_stops(place: Path) -> None:
    async def wait() -> None:
        clock = Clock()
        with serving(place, clock=clock) as address:
            async with connected(address, "127.0.0.1") as (line,):
                await line.send(ASKED)
                assert await line.hear() == b"HTTP/1.1 200 OK"
                await line.send(b"GET / HTT")
                assert await hurry(clock, line.has_ended())

    asyncio.run(wait())


def test_who_takes_nothing_of_the_answers_is_waited_for_no_longer(place: Path) -> None:
    async def wait() -> None:
        with serving(place, replace(PATIENT, reading=0.3)) as address:
            async with connected(address, "127.0.0.1") as (line,):
                # They are larger than all that lies between the two ends.
                large = f"GET /{site_folder()}/viewer/player.js HTTP/1.1\r\nhost: here\r\n\r\n"
                await line.send(large.encode() * 2000)
                await asyncio.sleep(1)
                assert await line.read_all() < 2000 * len(site_files()["viewer/player.js"])

    asyncio.run(wait())


def test_an_answer_that_takes_long_is_not_ended(place: Path) -> None:
    async def wait() -> None:
        clock = Clock()
        with serving(place, clock=clock) as address:
            async with connected(address, "127.0.0.1") as (line,):
                await line.send(b"GET /api/v1/events HTTP/1.1\r\nhost: here\r\n\r\n")
                assert await line.hear() == b"HTTP/1.1 200 OK"
                for _ in range(3):
                    assert await hurry(clock, line.hears(HEARTBEAT))

    asyncio.run(wait())


def test_one_network_with_all_the_connections_keeps_no_other_away(place: Path) -> None:
    async def wait() -> None:
        with serving(place, replace(PATIENT, most=5)) as address:
            async with connected(address, *["127.0.0.1"] * 5) as greedy:
                await greedy[0].send(b"GET /api/v1/events HTTP/1.1\r\nhost: here\r\n\r\n")
                assert await greedy[0].hear() == b"HTTP/1.1 200 OK"
                for _ in range(3):
                    async with connected(address, "127.0.0.2") as (honest,):
                        await honest.send(ASKED)
                        assert await honest.hear() == b"HTTP/1.1 200 OK"
                # The oldest of those that ask for nothing went first.
                ending = [asyncio.create_task(line.has_ended()) for line in greedy[:2]]
                done, _ = await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
                assert done == {ending[1]}
                ending[0].cancel()
                await greedy[4].send(ASKED)
                assert await greedy[4].hear() == b"HTTP/1.1 200 OK"

    asyncio.run(wait())


def test_one_network_has_no_more_connections_than_all_together(place: Path) -> None:
    async def wait() -> None:
        with serving(place, replace(PATIENT, most=5)) as address:
            async with connected(address, *["127.0.0.1"] * 12) as greedy:
                await greedy[-1].send(ASKED)
                assert await greedy[-1].hear() == b"HTTP/1.1 200 OK"
                for line in greedy[:7]:
                    assert await line.has_ended()
                async with connected(address, "127.0.0.2") as (honest,):
                    await honest.send(ASKED)
                    assert await honest.hear() == b"HTTP/1.1 200 OK"

    asyncio.run(wait())


# --- what cannot be read ---

SENT_IN_PIECES = b"POST /login HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n"


def count_events(*received: bytes) -> int:
    """Return how many events are read of a request. RemoteProtocolError if it is refused."""
    reader, read = PiecewiseReader(h11.SERVER), 0
    for content in (SENT_IN_PIECES, *received):
        reader.receive_data(content)
        while reader.next_event() is not h11.NEED_DATA:
            read += 1
    return read


def test_a_body_has_so_many_pieces_and_as_many_as_one_likes_if_they_are_large() -> None:
    small, large = b"1\r\nx\r\n", b"%x\r\n%s\r\n" % (PIECE_BYTES, b"x" * PIECE_BYTES)
    assert count_events(small * (PIECES - 9)) == 1 + PIECES - 9
    assert count_events(*[large * 999] * 9) == 1 + 999 * 9
    for received in (small * (PIECES + 99), large * 9 * PIECES + small * 11 * PIECES):
        with pytest.raises(h11.RemoteProtocolError, match="too many pieces"):
            count_events(received)
    # What came before in large ones saves nothing up.
    with pytest.raises(h11.RemoteProtocolError, match="too many pieces"):
        count_events(large * 9 * PIECES, small * (PIECES + 99))


def test_who_sends_a_body_in_sixty_thousand_pieces_is_refused_and_others_are_served(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def wait() -> None:
        with serving(place) as address:
            async with connected(address, "127.0.0.1", "127.0.0.2") as (greedy, honest):
                with suppress(ConnectionError):
                    await greedy.send(SENT_IN_PIECES + b"1\r\nx\r\n" * 60_000 + b"0\r\n\r\n")
                await honest.send(ASKED)
                assert await honest.hear() == b"HTTP/1.1 200 OK"
                # Or nothing, if it still sends when the connection ends.
                assert await greedy.hear() in {b"HTTP/1.1 400 Bad Request", b""}
                assert await greedy.has_ended()

    asyncio.run(wait())
    assert not [one for one in caplog.records if one.exc_info]


@pytest.mark.parametrize("asked", [b"", b"GET /api/v1/events", b"POST /api/v1/acts/choose"])
def test_what_is_no_http_is_refused_in_a_sentence_or_ends_the_answer(
    place: Path, asked: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    head = b" HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\n"

    async def wait() -> None:
        with serving(place) as address:
            async with connected(address, "127.0.0.1") as (line,):
                if asked:
                    await line.send(asked + head)
                    assert (await line.hear()).startswith(b"HTTP/1.1 ")
                await line.send(b"\x00no chunk\r\n\r\n")
                if not asked:
                    assert await line.hear() == b"HTTP/1.1 400 Bad Request"
                assert await line.has_ended()

    asyncio.run(wait())
    assert not [one for one in caplog.records if one.exc_info]


def test_for_whom_it_asks_is_believed_of_the_proxy_alone_and_of_addresses_alone(
    place: Path,
) -> None:
    async def ask(address: str, source: str, visitor: str) -> int:
        async with connected(address, source) as (line,):
            asked = f"GET /none HTTP/1.1\r\nhost: here\r\nx-forwarded-for: {visitor}\r\n\r\n"
            await line.send(asked.encode())
            return int((await line.hear()).split()[1])

    async def wait() -> None:
        rates = UNBOUNDED._replace(look=parse("1/hour"))
        with serving(place, proxy="127.0.0.2", rates=rates) as address:
            # Whoever is no proxy is who it is, whatever it says.
            assert await ask(address, "127.0.0.1", "192.0.2.1") == 404
            assert await ask(address, "127.0.0.1", "192.0.2.2") == 429
            for visitor, status in (
                ("192.0.2.1", 404),
                ("192.0.2.2", 404),
                ("127.0.0.9, 192.0.2.2", 429),
                # One visitor, however many words it has for itself.
                ("unknown", 404),
                ("somebody", 429),
                ("\x22><script>", 429),
            ):
                assert await ask(address, "127.0.0.2", visitor) == status, visitor

    asyncio.run(wait())
