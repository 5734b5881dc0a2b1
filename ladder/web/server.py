"""The server: an address to listen at, and the application of a ladder behind it (uvicorn)."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn

from arena.errors import UserError
from ladder.store.reader import Reader
from ladder.store.store import Store
from ladder.web.app import make_app
from ladder.web.tables import PlayTables

# So many are served at once; more are told to come back.
_AT_ONCE: Final = 1000
_LARGEST_HEAD: Final = 16 * 1024


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; UserError if nobody can listen there."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except UnicodeError as error:
        raise UserError(
            f"{host!r} is no name of a computer; right is one, or an address like 127.0.0.1."
        ) from error
    except OSError as error:
        raise UserError(
            f"Nobody can listen at {host}, port {port}: {error.strerror}; another --port may be"
            " free."
        ) from error
    return listening


def address_of(listening: socket.socket) -> str:
    """Return what to type into a browser."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def serve(
    reader: Reader,
    store: Store,
    listening: socket.socket,
    export: Path | None,
    *,
    tables: PlayTables,
    started: Callable[[], None],
) -> None:
    """Serve a ladder until somebody stops it; `started` is called when the first page is there."""
    config = uvicorn.Config(
        make_app(reader, store, export, tables),
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_AT_ONCE,
        h11_max_incomplete_event_size=_LARGEST_HEAD,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    _Server(config, started).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._tell()
