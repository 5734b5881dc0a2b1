"""Connections that do nothing: they end, and nobody keeps the others away with them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ladder.web.connections import Patience
from tests.ladder.web.sites import fill, serving

ASKED = b"GET /api/v1/ladder HTTP/1.1\r\nhost: here\r\n\r\n"
# Nothing ends within this test but what is to.
LONG = 10_000.0


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

    async def has_ended(self) -> bool:
        """Wait for the end of it, whatever is still to be read."""
        try:
            while await self._reader.read(1024**2):
                pass
        except ConnectionError:
            pass
        return True

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


@pytest.fixture
def address(place: Path) -> Iterator[str]:
    with serving(place, Patience(head=0.3, reading=0.3, most=50)) as address:
        yield address


@pytest.mark.parametrize("content", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nhost: here\r\n"])
def test_who_sends_no_head_is_waited_for_no_longer(address: str, content: bytes) -> None:
    async def wait() -> None:
        async with connected(address, "127.0.0.1") as (line,):
            await line.send(content)
            assert await line.has_ended()

    asyncio.run(wait())


def test_nor_is_who_begins_a_second_head_and_stops(address: str) -> None:
    async def wait() -> None:
        async with connected(address, "127.0.0.1") as (line,):
            await line.send(ASKED)
            assert await line.hear() == b"HTTP/1.1 200 OK"
            await line.send(b"GET / HTT")
            assert await line.has_ended()

    asyncio.run(wait())


def test_who_takes_nothing_of_the_answers_is_waited_for_no_longer(address: str) -> None:
    async def wait() -> None:
        async with connected(address, "127.0.0.1") as (line,):
            # They are larger than all that lies between the two ends.
            await line.send(b"GET /static/viewer/viewer.js HTTP/1.1\r\nhost: here\r\n\r\n" * 500)
            await asyncio.sleep(1)
            assert await line.has_ended()

    asyncio.run(wait())


def test_an_answer_that_takes_long_is_not_ended(place: Path) -> None:
    async def wait() -> None:
        with serving(place, Patience(head=0.05, reading=0.05)) as address:
            async with connected(address, "127.0.0.1") as (line,):
                await line.send(b"GET /api/v1/events HTTP/1.1\r\nhost: here\r\n\r\n")
                assert await line.hear() == b"HTTP/1.1 200 OK"
                heard = [await line.hear() for _ in range(20)]
                assert b"event: live" in heard
                await asyncio.sleep(0.5)
                reading = asyncio.create_task(line.has_ended())
                done, _ = await asyncio.wait({reading}, timeout=0.2)
                assert not done
                reading.cancel()

    asyncio.run(wait())


def test_one_network_with_all_the_connections_keeps_no_other_away(place: Path) -> None:
    async def wait() -> None:
        with serving(place, Patience(LONG, LONG, most=5)) as address:
            async with connected(address, *["127.0.0.1"] * 5) as greedy:
                await greedy[0].send(b"GET /api/v1/events HTTP/1.1\r\nhost: here\r\n\r\n")
                assert await greedy[0].hear() == b"HTTP/1.1 200 OK"
                for _ in range(3):
                    async with connected(address, "127.0.0.2") as (honest,):
                        await honest.send(ASKED)
                        assert await honest.hear() == b"HTTP/1.1 200 OK"
                # The oldest of those that ask for nothing went first.
                assert await greedy[1].has_ended()
                await greedy[4].send(ASKED)
                assert await greedy[4].hear() == b"HTTP/1.1 200 OK"

    asyncio.run(wait())


def test_one_network_has_no_more_connections_than_all_together(place: Path) -> None:
    async def wait() -> None:
        with serving(place, Patience(LONG, LONG, most=5)) as address:
            async with connected(address, *["127.0.0.1"] * 12) as greedy:
                await greedy[-1].send(ASKED)
                assert await greedy[-1].hear() == b"HTTP/1.1 200 OK"
                for line in greedy[:7]:
                    assert await line.has_ended()
                async with connected(address, "127.0.0.2") as (honest,):
                    await honest.send(ASKED)
                    assert await honest.hear() == b"HTTP/1.1 200 OK"

    asyncio.run(wait())
