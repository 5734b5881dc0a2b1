"""The server: an address to listen at, and the application of a ladder behind it (uvicorn)."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from arena.errors import UserError
from ladder.store.sessions import LASTS
from ladder.web.app import BESIDE
from ladder.web.connections import USUAL, Patience, bounded_by
from ladder.web.gate import Gate
from ladder.web.guard import Guard
from ladder.web.traffic import RequestLog

# Browsers come back by TLS alone, for as long as a session lasts.
_HTTPS_ONLY: Final = ("strict-transport-security", f"max-age={LASTS}")


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; UserError if nobody can listen there."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except UnicodeError as error:
        raise UserError(
            f"{host!r} is no name of a computer; expected one, or an address like 127.0.0.1."
        ) from error
    except OSError as error:
        raise UserError(
            f"Nobody can listen at {host}, port {port}: {error.strerror}; another --port may be"
            " free."
        ) from error
    return listening


def address_of(listening: socket.socket, *, encrypted: bool = False) -> str:
    """Return what to type into a browser."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"{'https' if encrypted else 'http'}://{shown}:{port}/"


def serve(
    app: RequestLog, listening: socket.socket, started: Callable[[], None], gate: Gate
) -> None:
    """Serve a ladder until somebody stops it; `started` is called when the first page is there.

    The tasks that keep the pages up may fail: then the server stops, and that is raised.
    """
    make_server(app, started, gate).run(sockets=[listening])


def make_server(
    app: RequestLog | Guard,
    started: Callable[[], None],
    gate: Gate,
    patience: Patience = USUAL,
) -> uvicorn.Server:
    """Return a server that is still to be run."""
    config = uvicorn.Config(
        app,
        # Its messages go to the journal.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=bounded_by(patience),
        timeout_graceful_shutdown=5,
        lifespan="on",
        ssl_certfile=gate.certificate,
        ssl_keyfile=gate.key,
        headers=[_HTTPS_ONLY] if gate.is_at_root else [],
        proxy_headers=gate.proxy is not None,
        forwarded_allow_ips=gate.proxy,
    )
    return _Server(config, started, app.end)


class _Server(uvicorn.Server):
    """Says when it listens, and ends what would go on when it is to stop."""

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], end: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._tell = started
        self._end = end
        self._failed: list[asyncio.Task[None]] = []

    async def on_tick(self, counter: int) -> bool:
        self._failed = [task for task in self.lifespan.state[BESIDE] if task.done()]
        return bool(self._failed) or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end()
        await super().shutdown(sockets=sockets)
        for task in self._failed:
            task.result()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._tell()
