"""The gRPC stream to the referee, as a bot's side opens it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, Self

from arena.grpc_versions import poller_variables

SOCKET_VARIABLE = "ARENA_SOCKET"
METHOD = "/arena.v1.Referee/Play"


class StreamEndedError(Exception):
    """The stream has ended, and not as the referee ends it; says how."""

    def __init__(self, how: str) -> None:
        super().__init__(f"the stream to the referee has ended: {how}")


class Stream:
    """The seat's stream. To be used as a context, with which it ends."""

    def __init__(self, address: str) -> None:
        with _older_poller():
            import grpc  # noqa: PLC0415 - a bot that is only loaded does not pay for it

            self._channel: Any = grpc.insecure_channel(address)
        self._failure = grpc.RpcError
        # Messages to be sent; None is the end.
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
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
def _older_poller() -> Iterator[None]:
    """Set gRPC's variables for now only: what the bot starts need not have them."""
    chosen = {k: v for k, v in poller_variables().items() if k not in os.environ}
    os.environ.update(chosen)
    try:
        yield
    finally:
        for name in chosen:
            del os.environ[name]
