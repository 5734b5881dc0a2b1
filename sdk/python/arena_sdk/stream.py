"""The gRPC stream to the referee, as a bot's side opens it.

This one speaks the public interface of gRPC; `direct_stream.py` costs a bot less of its clock.

gRPC has two ways to wait for sockets. Since version 1.80 it has threads of its own for that (the
EventEngine); the older way has whoever wants a message wait for it, and is chosen here. A version
of gRPC that does not know the choice any more says so on stderr, and plays as well.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, Self

SOCKET_VARIABLE = "ARENA_SOCKET"
METHOD = "/arena.v1.Referee/Play"

POLLER = ("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
"""The variable with which gRPC, when it is imported, takes the older way; and its value."""


class StreamEndedError(Exception):
    """The stream has ended, and not as the referee ends it; says how."""

    def __init__(self, how: str) -> None:
        super().__init__(f"the stream to the referee has ended: {how}")


class Stream:
    """The seat's stream. To be used as a context, with which it ends."""

    def __init__(self, address: str) -> None:
        import grpc  # noqa: PLC0415 - a bot that is only loaded does not pay for it

        self._failure = grpc.RpcError
        # What is to be sent; None is the end.
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        self._channel: Any = grpc.insecure_channel(address)
        self._call: Any = self._channel.stream_stream(METHOD)(self._outgoing())

    def _outgoing(self) -> Iterator[Any]:
        return iter(self._said.get, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the stream at once."""
        self._said.put(None)
        self._channel.close()

    def write(self, content: bytes) -> None:
        """Send a message. One that the referee does not wait for any more is lost."""
        self._said.put(content)

    def read(self) -> bytes | None:
        """Wait for a message; None if the referee has ended the stream.

        StreamEndedError if it ended in another way, or could not be opened.
        """
        try:
            content: bytes | None = next(self._call, None)
        except self._failure:
            raise StreamEndedError(self._call.details()) from None
        return content


@contextmanager
def older_poller() -> Iterator[None]:
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
