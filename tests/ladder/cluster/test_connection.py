"""The connection to a scheduler: made again whenever it is lost, and never given up."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

from distributed import Client

from ladder.cluster.address import read_address
from ladder.cluster.connection import Message, SchedulerConnection

ADDRESS = read_address("tcp://127.0.0.1", None)


class ScriptedStream:
    """The stream of a client to its scheduler."""

    def __init__(self) -> None:
        self.is_closed = False

    def closed(self) -> bool:
        return self.is_closed


class ScriptedClient:
    """A client of Dask's that reaches a scheduler, or fails with an error."""

    def __init__(self, failure: OSError | None = None, *events: Message) -> None:
        self.status = "connecting"
        self.scheduler_comm = ScriptedStream()
        self._failure = failure
        self._events = [(0.0, event) for event in events]

    def __await__(self) -> Iterator[None]:
        yield from asyncio.sleep(0).__await__()
        if self._failure is not None:
            raise self._failure
        self.status = "running"

    def subscribe_topic(self, _: str, hear: Callable[[tuple[float, Message]], None]) -> None:
        self.hear = hear

    async def get_events(self, _: str) -> list[tuple[float, Message]]:
        return self._events

    async def close(self) -> None:
        self.status = "closed"


def converse(
    clients: list[ScriptedClient], talk: Callable[[SchedulerConnection], Awaitable[None]]
) -> tuple[list[Message], list[str]]:
    """Use a connection over these clients; return what was heard and said."""
    heard: list[Message] = []
    said: list[str] = []
    made = iter(clients)

    async def main() -> None:
        connection = SchedulerConnection(
            ADDRESS,
            heard.append,
            said.append,
            make=lambda _: cast("Client", next(made)),
            pause=0,
        )
        await talk(connection)
        await connection.close()

    asyncio.run(main())
    return heard, said


def test_what_was_handed_in_before_and_what_is_told_now_are_both_heard() -> None:
    client = ScriptedClient(None, {"key": "1"}, {"key": "2"})

    async def talk(connection: SchedulerConnection) -> None:
        link = await connection.link()
        assert link.stands
        assert await connection.link() is link
        client.hear((0.0, {"key": "3"}))

    heard, said = converse([client], talk)
    assert heard == [{"key": "1"}, {"key": "2"}, {"key": "3"}]
    assert said == []
    assert client.status == "closed"


def test_a_scheduler_that_does_not_answer_is_waited_for_and_told_once() -> None:
    clients = [*(ScriptedClient(OSError("no")) for _ in range(3)), ScriptedClient()]

    async def talk(connection: SchedulerConnection) -> None:
        assert (await connection.link()).client is cast("Any", clients[3])

    _, said = converse(clients, talk)
    assert said == ["No scheduler answers at tcp://127.0.0.1:8786; waiting for one."]
    assert all(client.status == "closed" for client in clients)


def test_whoever_waits_is_told_when_the_scheduler_has_gone_and_the_next_one_is_found() -> None:
    clients = [ScriptedClient(), ScriptedClient(OSError("no")), ScriptedClient()]

    async def talk(connection: SchedulerConnection) -> None:
        link = await connection.link()
        clients[0].scheduler_comm.is_closed = True
        assert not link.stands
        assert not link.lost.done()
        after = await connection.link()
        assert link.lost.done()
        assert after.client is cast("Any", clients[2])
        assert after.stands

    _, said = converse(clients, talk)
    assert said == ["The scheduler at tcp://127.0.0.1:8786 has gone; waiting for the next one."]


def test_a_client_that_has_connected_again_by_itself_is_not_used_any_more() -> None:
    """It hears nothing of what it had asked to hear."""
    clients = [ScriptedClient(), ScriptedClient()]

    async def talk(connection: SchedulerConnection) -> None:
        link = await connection.link()
        clients[0].scheduler_comm = ScriptedStream()
        assert not link.stands
        assert await connection.link() is not link

    converse(clients, talk)


def test_where_several_ask_at_once_one_connection_is_made() -> None:
    clients = [ScriptedClient(), ScriptedClient()]

    async def talk(connection: SchedulerConnection) -> None:
        one, other = await asyncio.gather(connection.link(), connection.link())
        assert one is other

    converse(clients, talk)
    assert clients[1].status == "connecting"
