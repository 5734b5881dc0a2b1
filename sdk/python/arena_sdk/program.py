"""A bot as a program: `run` at the end of its script; `load` for whoever wants the bot itself."""

import os
import runpy
import sys
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeAlias

from arena.v1 import arena_pb2 as pb
from arena_sdk.bot import Bot
from arena_sdk.session import Session

SOCKET_VARIABLE = "ARENA_SOCKET"
METHOD = "/arena.v1.Referee/Play"

MakeBot: TypeAlias = Callable[[], Bot[Any, Any, Any]]

# Set while `load` executes a script: what `run` was called with goes there.
_loading: ContextVar[list[MakeBot] | None] = ContextVar("loading", default=None)


def run(make_bot: MakeBot) -> None:
    """Play the match whose referee started this program; return when it is over."""
    loading = _loading.get()
    if loading is not None:
        loading.append(make_bot)
        return
    address = os.environ.get(SOCKET_VARIABLE)
    if address is None:
        sys.exit(f"A referee has to start this bot. Try: arena play six_nimmt {_folder()} random")
    # Here and below, so that a bot that is only loaded does not pay for it.
    import asyncio  # noqa: PLC0415

    asyncio.run(_converse(address, Session(make_bot())))


def load(script: Path) -> Bot[Any, Any, Any]:
    """Execute a bot's script in this process and return the bot that it would run."""
    made: list[MakeBot] = []
    token = _loading.set(made)
    sys.path.insert(0, str(script.parent))
    try:
        runpy.run_path(str(script), run_name="__main__")
    finally:
        sys.path.remove(str(script.parent))
        _loading.reset(token)
    if not made:
        raise RuntimeError(f"{script} does not call arena_sdk.run()")
    return made[0]()


async def _converse(address: str, session: Session) -> None:
    """Pass messages between the stream and the session until the referee ends the stream.

    Asynchronous for speed only: without a second thread a decision costs a sixth less.
    """
    import grpc.aio  # noqa: PLC0415

    async with grpc.aio.insecure_channel(address) as channel:
        stream: Any = channel.stream_stream(METHOD)()
        await stream.write(session.join().SerializeToString())
        while isinstance(message := await stream.read(), bytes):
            answer = session.receive(pb.RefereeMessage.FromString(message))
            if answer is not None:
                await stream.write(answer.SerializeToString())


def _folder() -> Path:
    return Path(sys.argv[0]).resolve().parent
