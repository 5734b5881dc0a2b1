"""Traffic: a line of the journal and a count for every request.

A line has the method, the path, the status and the time; no query, no address, no cookie and no
token. The name of a table is left out as well: who knows it can play there.
"""

import re
import time
from contextlib import suppress
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)

from arena.errors import UserError
from arena.foreign_text import quote
from ladder.machine.journal import journal
from ladder.web.bounds import Message, Receive, Scope
from ladder.web.gate import Gate
from ladder.web.guard import Guard, Send

# All others are strangers' own words.
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_TABLE: Final = re.compile(r"(?<=/play/)[^/]+|(?<=/tables/)[^/]+")
_LONGEST: Final = 200


class TrafficMetrics(NamedTuple):
    """The counts of requests."""

    registry: CollectorRegistry
    requests: Counter
    """By their method and the status of the answer."""
    seconds: Histogram


def count_requests() -> TrafficMetrics:
    """Return metrics of which none has been counted yet, but for CPU time and memory."""
    # When each was first counted, which nobody asks for.
    disable_created_metrics()  # type: ignore[no-untyped-call]  # it has types but for this
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    return TrafficMetrics(
        registry,
        Counter("ladder_http_requests", "Requests.", ["method", "status"], registry=registry),
        Histogram(
            "ladder_http_request_seconds",
            "From a request to the beginning of its answer.",
            buckets=_SECONDS,
            registry=registry,
        ),
    )


class RequestLog:
    """Passes requests on to an application, and notes what came of each."""

    def __init__(self, app: Guard) -> None:
        self._app = app
        self.end = app.end
        self.metrics = count_requests()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.monotonic()

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._note(scope, message["status"], time.monotonic() - begun)
            await send(message)

        await self._app(scope, receive, note)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self.metrics.requests.labels(method, str(status)).inc()
        self.metrics.seconds.observe(seconds)
        path = _TABLE.sub("...", scope["path"])[:_LONGEST]
        milliseconds = round(seconds * 1000, 1)
        journal.info("request", method=method, path=path, status=status, ms=milliseconds)


# --- where metrics are found ---


def serve_metrics(address: str, metrics: TrafficMetrics, gate: Gate) -> str:
    """Serve metrics at HOST:PORT from a thread of this process; return where they are.

    UserError if nobody can listen there, or it is not safe. Port 0 is any that is free.
    """
    host, port = _read_address(address)
    gate.require_safe(host)
    certificate, key = (str(file) if file else None for file in (gate.certificate, gate.key))
    try:
        server, _ = start_http_server(port, host, metrics.registry, certificate, key)
    except OSError as error:
        raise UserError(
            f"Metrics cannot be served at {address}: {error.strerror}; another port may be free."
        ) from error
    shown = f"[{host}]" if ":" in host else host
    return f"http{'s' if gate.certificate else ''}://{shown}:{server.server_port}/metrics"


def _read_address(text: str) -> tuple[str, int]:
    """Return a host and a port; UserError if the text has not both."""
    with suppress(ValueError):
        parts = urlsplit(f"//{text}")
        if parts.hostname and parts.port is not None and "@" not in text and parts.netloc == text:
            return parts.hostname, parts.port
    raise UserError(f"{quote(text)} is no address; expected HOST:PORT, like 127.0.0.1:9102.")
