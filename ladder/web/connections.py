"""Connections: an end for those who ask nothing or take no answer, a share for each network.

uvicorn waits for the head of a request, and for somebody who reads, as long as they like, and takes
a body in any number of pieces. All three have a limit here. If all places are taken, the network
with most of them gives up one: its oldest idle one, or else its oldest. So one machine cannot keep
all others away.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ladder.shares import CONNECTIONS, HEAD_SECONDS, PIECE_BYTES, PIECES, READING_SECONDS
from ladder.web.bounds import name_network


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a connection may do nothing, in seconds, and how many there may be."""

    head: float = HEAD_SECONDS
    """Until the head of a request is there, from the connection or the first byte of it on."""
    reading: float = READING_SECONDS
    """Until some of an answer is taken."""
    most: int = CONNECTIONS


USUAL: Final = Patience()
LARGEST_HEAD: Final = 16 * 1024
_UNREADABLE: Final = "This cannot be read as HTTP; nothing of it was done."


class PiecewiseReader(h11.Connection):
    """Reads requests; refuses a body that comes in many more pieces than one that is only slow.

    The server answers no other visitor while it reads a piece: as long as hundreds of bytes.
    """

    _left = PIECES

    def receive_data(self, data: bytes) -> None:
        """Take what was sent; every `PIECE_BYTES` of it allow one more piece."""
        self._left = min(self._left, PIECES) + len(data) // PIECE_BYTES
        super().receive_data(data)

    def next_event(self) -> Any:
        """Return what comes next. RemoteProtocolError if it cannot be read, or is not."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._left = max(self._left, PIECES)
        elif isinstance(event, h11.Data):
            self._left -= 1
            if self._left < 0:
                raise h11.RemoteProtocolError("a body in too many pieces")
        return event


class BoundedProtocol(H11Protocol):
    """One connection."""

    def __init__(self, patience: Patience, **given: Any) -> None:
        super().__init__(**given)
        self.conn = PiecewiseReader(h11.SERVER, LARGEST_HEAD)
        self._patience = patience
        self.begun = self.loop.time()
        # One for the head that is waited for, and one for a reader who takes nothing.
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @cached_property
    def network(self) -> str:
        """As which network it counts."""
        return name_network(self.client[0] if self.client else "")

    @property
    def is_idle(self) -> bool:
        """Whether it has asked for nothing that is not answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._give("head", self._patience.head)
        if len(self.connections) > self._patience.most:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.is_idle:
            self._stop("head")
        elif "head" not in self._timers:
            self._give("head", self._patience.head)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - our own words
        """Refuse what cannot be read: in a sentence, unless an answer has begun already."""
        if self.cycle is not None:
            # The present answer goes nowhere any more.
            self.cycle.disconnected = True
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(_UNREADABLE)
        else:
            self.transport.close()

    def shutdown(self) -> None:
        """End what waits for somebody; what is still being sent is told that the server stops."""
        super().shutdown()
        if not self.is_idle:
            self.cycle.message_event.set()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._give("reading", self._patience.reading)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("reading")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for name in [*self._timers]:
            self._stop(name)

    def _give(self, name: str, seconds: float) -> None:
        """End the connection after this time, unless it is stopped."""
        self._timers[name] = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self, name: str) -> None:
        if name in self._timers:
            self._timers.pop(name).cancel()

    def _make_room(self) -> None:
        theirs = [
            one
            for one in self.connections
            # If many come at once the first has ended one already, which is still there.
            if isinstance(one, BoundedProtocol) and not one.transport.is_closing()
        ]
        if len(theirs) > self._patience.most:
            ((greediest, _),) = Counter(one.network for one in theirs).most_common(1)
            own = [one for one in theirs if one.network == greediest]
            min(own, key=lambda one: (not one.is_idle, one.begun)).transport.abort()


def bounded_by(patience: Patience) -> Any:
    """Return what makes the connections of a server, as uvicorn takes it."""
    return partial(BoundedProtocol, patience)
