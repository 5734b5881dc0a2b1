"""The gRPC stream to the referee, as a bot's side opens it.

A bot does one thing at a time: it waits for a message, and answers it. So its one thread waits for
the socket itself, where the public interfaces of gRPC for Python, `grpc` as well as `grpc.aio`,
have a second thread that hands on to the first what arrives. What they are both made of can do
without (`grpc._cython.cygrpc`, with which gRPC does so where a single answer is due), and is used
here: a decision costs a quarter less CPU, which a bot pays for with its clock. It is no public
interface: with a version of gRPC that has another one bots end at their start, as the tests say.

gRPC has two ways to wait for sockets. Since version 1.80 it has threads of its own for that (the
EventEngine); the older way has whoever wants a message wait for it, and is chosen here. A version
of gRPC that does not know the choice any more says so on stderr, and plays as well.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

SOCKET_VARIABLE = "ARENA_SOCKET"
METHOD = "/arena.v1.Referee/Play"

POLLER = ("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
"""The variable with which gRPC, when it is imported, takes the older way; and its value."""

_NO_FLAGS = 0
_SENT, _READ, _END = "sent", "read", "end"


class StreamEndedError(Exception):
    """The stream has ended, and not as the referee ends it; says how."""


class Stream:
    """The seat's stream. To be used as a context, with which it ends.

    Nothing goes on but within `read`, the making of the connection included: so it is to be opened
    when there is something to write, and read after that.
    """

    def __init__(self, address: str) -> None:
        with _older_poller():
            # Here, so that a bot that is only loaded does not pay for it.
            from grpc._cython import cygrpc  # type: ignore[attr-defined] # noqa: PLC0415
        self._grpc: Any = cygrpc
        # How the stream ended, when it has.
        self._end: Any = None
        self._is_sending = False
        self._channel = cygrpc.Channel(address.encode(), (), None)
        self._call: Any = self._channel.segregated_call(
            _NO_FLAGS, METHOD.encode(), None, None, (), None, self._opening(), None
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close(self._grpc.StatusCode.cancelled, "the bot has ended")

    def write(self, content: bytes) -> None:
        """Send a message. One that the referee does not wait for any more is lost."""
        # The next question may be read before gRPC says that the last answer is sent, and while it
        # sends a message it refuses to send another.
        if self._is_sending:
            self._wait_for(_SENT)
        if self._end is None:
            self._call.operate((self._grpc.SendMessageOperation(content, _NO_FLAGS),), _SENT)
            self._is_sending = True

    def read(self) -> bytes | None:
        """Wait for a message; None if the referee has ended the stream.

        StreamEndedError if it ended in another way, or could not be opened.
        """
        if self._end is None:
            self._call.operate((self._grpc.ReceiveMessageOperation(_NO_FLAGS),), _READ)
            content: bytes | None = self._wait_for(_READ).message()
            if content is not None:
                return content
        self._end = self._end or self._wait_for(_END)
        if self._end.code() != self._grpc.StatusCode.ok:
            raise StreamEndedError(f"the stream to the referee has ended: {self._end.details()}")
        return None

    def _wait_for(self, tag: str) -> Any:
        """Return the result of an operation, once it is done."""
        while True:
            event = self._call.next_event()
            if event.tag == _END:
                self._end = event.batch_operations[0]
            elif event.tag == _SENT:
                self._is_sending = False
            if event.tag == tag:
                return event.batch_operations[0]

    def _opening(self) -> tuple[Any, ...]:
        """What begins a stream, and will say that it has ended."""
        grpc = self._grpc
        return (
            ((grpc.SendInitialMetadataOperation((), _NO_FLAGS),), None),
            ((grpc.ReceiveInitialMetadataOperation(_NO_FLAGS),), None),
            ((grpc.ReceiveStatusOnClientOperation(_NO_FLAGS),), _END),
        )


@contextmanager
def _older_poller() -> Iterator[None]:
    """Set the variable for now only: what the bot starts need not have it."""
    name, value = POLLER
    if name in os.environ:
        yield
        return
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]
