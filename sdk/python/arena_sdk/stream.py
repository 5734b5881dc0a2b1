"""The gRPC stream to the referee, as a bot's side opens it.

gRPC for Python has two ways to wait for its sockets. Since version 1.80 it has threads of its own
for that (the EventEngine), which hand on what arrives from one to the next; the older way has the
thread of the completion queue wait for them itself. With one stream and one message at a time the
older one costs two thirds of the CPU and of the time, on either side; so it is chosen here. A
version of gRPC that does not know the choice any more says so on stderr, and plays as well.
"""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

SOCKET_VARIABLE = "ARENA_SOCKET"
METHOD = "/arena.v1.Referee/Play"

POLLER = ("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")
"""The variable with which gRPC, when it is imported, takes the older way; and its value."""


@asynccontextmanager
async def open_stream(address: str) -> AsyncIterator[Any]:
    """Open the seat's stream, and close it with its channel."""
    with _older_poller():
        # Here, so that a bot that is only loaded does not pay for it.
        import grpc.aio  # noqa: PLC0415
    async with grpc.aio.insecure_channel(address) as channel:
        yield channel.stream_stream(METHOD)()


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
