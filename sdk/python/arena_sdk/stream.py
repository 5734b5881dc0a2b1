"""The gRPC stream to the referee, as a bot's side opens it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

SOCKET_VARIABLE = "ARENA_SOCKET"
METHOD = "/arena.v1.Referee/Play"


@asynccontextmanager
async def open_stream(address: str) -> AsyncIterator[Any]:
    """Open the seat's stream, and close it with its channel."""
    # Here, so that a bot that is only loaded does not pay for it.
    import grpc.aio  # noqa: PLC0415

    async with grpc.aio.insecure_channel(address) as channel:
        yield channel.stream_stream(METHOD)()
