"""A season's connection to the scheduler, made anew whenever it is lost.

Dask's client connects again by itself, but then hears none of the topics that it had subscribed to,
and one that is given up never ends what it was asked for. So a client is used for as long as its
first connection lasts, and whoever waits for something of it is told when that is over.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from distributed import CancelledError, Client
from distributed.batched import BatchedSend
from distributed.client import ClosedClientError

from ladder.cluster.address import PATIENCE, Address

TOPIC: Final = "card-arena"
Message: TypeAlias = dict[str, Any]
"""What goes over the network: no class of ours, since another version may read it."""
# What Dask raises when the other side has gone; CommClosedError is an OSError.
LOST: Final = (OSError, CancelledError, ClosedClientError)
# So often a scheduler that is away is looked for, and so long a client may take to end, in seconds.
_AGAIN: Final = 1.0
_CLOSING: Final = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """A client of Dask's, and the connection that it was made for."""

    client: Client
    stream: BatchedSend | None
    lost: asyncio.Future[None]
    """Done when nothing comes of this client any more."""

    @property
    def stands(self) -> bool:
        same = self.client.status == "running" and self.client.scheduler_comm is self.stream
        return same and self.stream is not None and not self.stream.closed()

    async def workers(self) -> Message:
        """Return what the scheduler knows of its workers, by their addresses."""
        scheduler = self.client.scheduler
        if scheduler is None:
            return {}
        identity = await asyncio.wait_for(scheduler.identity(n_workers=-1), PATIENCE)
        return dict(identity["workers"])


def make_client(address: Address) -> Client:
    """Return a client of Dask's, which does not wait for an answer yet."""
    return Client(
        address.url,
        asynchronous=True,
        security=address.security,
        timeout=PATIENCE,
        set_as_default=False,
        direct_to_workers=False,
    )


class Connection(Protocol):
    """What leads to the scheduler, whichever is there by now."""

    async def link(self) -> Link:
        """Return a connection that stands, however long the scheduler is away."""
        ...

    async def close(self) -> None:
        """End the connection, if there is one."""
        ...


Connect: TypeAlias = Callable[
    [Address, Callable[[Message], None], Callable[[str], None]], Connection
]
"""Makes a connection to an address; what is heard goes to the first, what is to be said to the
second."""


class SchedulerConnection:
    """Finds the scheduler that is at an address now. To be used in one event loop.

    `hear` is called with what workers tell, `say` with a sentence when a scheduler is away, which
    is looked for every `pause` seconds.
    """

    def __init__(
        self,
        address: Address,
        hear: Callable[[Message], None],
        say: Callable[[str], None],
        *,
        make: Callable[[Address], Client] = make_client,
        pause: float = _AGAIN,
    ) -> None:
        self._address = address
        self._hear = hear
        self._say = say
        self._make_client = make
        self._pause = pause
        self._lock = asyncio.Lock()
        self._link: Link | None = None

    async def link(self) -> Link:
        """Return a connection that stands, however long the scheduler is away."""
        async with self._lock:
            away = self._link is not None and not self._link.stands
            if away:
                self._say(
                    f"The scheduler at {self._address.url} has gone; waiting for the next one."
                )
            while self._link is None or not self._link.stands:
                await self.close()
                try:
                    self._link = await self._make()
                except LOST:
                    if not away:
                        self._say(f"No scheduler answers at {self._address.url}; waiting for one.")
                    away = True
                    await asyncio.sleep(self._pause)
            return self._link

    async def close(self) -> None:
        """End the connection, if there is one."""
        link, self._link = self._link, None
        if link is not None:
            link.lost.set_result(None)
            await _close(link.client)

    async def _make(self) -> Link:
        client = self._make_client(self._address)
        try:
            await client
            client.subscribe_topic(TOPIC, self._take)
            # What was handed in before we were back.
            for event in await asyncio.wait_for(_fetch_events(client), PATIENCE):
                self._take(event)
        except BaseException:
            await _close(client)
            raise
        return Link(client, client.scheduler_comm, asyncio.get_running_loop().create_future())

    def _take(self, event: tuple[float, Message]) -> None:
        self._hear(event[1])


async def _fetch_events(client: Client) -> Any:
    return await client.get_events(TOPIC)


async def _close(client: Client) -> None:
    if client.status != "closed":
        await at_most(_CLOSING, client.close())
    # Where that took too long it would try again as it is forgotten.
    client.status = "closed"


async def at_most(seconds: float, work: Awaitable[object]) -> None:
    """Await something of Dask's for so long, and then leave it alone, whether it ends or not.

    Not `wait_for`, which waits until what it cancels has ended.
    """
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=seconds)
    if task.cancel():
        return
    with suppress(asyncio.CancelledError):
        task.exception()
