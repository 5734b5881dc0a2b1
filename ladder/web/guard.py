"""The guard before the site: what is let in, what is kept of answers, and the headers of security.

It is an ASGI application around another one. An answer that is kept is sent from here: neither
the database nor a template is asked. What is answered to anyone who sends a token or has a session
is made for them alone: it is never kept, here or elsewhere.
"""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Final, TypeAlias

from starlette.datastructures import Headers

from ladder.web.access import NOBODY, Authenticator, identified
from ladder.web.bounds import (
    Message,
    Receive,
    Refusal,
    Scope,
    Throttle,
    bounded,
    refuse_size,
)
from ladder.web.cache import Answer, CachedSnapshot, SnapshotCache

Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

# In the scope of a request that is refused: why, and the path that was asked for.
REFUSAL: Final = "ladder.refusal"
ASKED: Final = "ladder.asked"
POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SECURITY: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_PRIVATE: Final = (b"cache-control", b"no-store")
_PUBLIC: Final = ((b"cache-control", b"no-cache"), (b"vary", b"cookie, authorization"))
# In the scope of a request: nothing of the answer's body is sent, so it may end.
LOOKS_ONLY: Final = "ladder.looks_only"
_KEPT: Final = (b"text/html", b"application/json")


class Guard:
    """Answers what may be asked, from what is kept if it is."""

    def __init__(
        self,
        app: App,
        cache: SnapshotCache,
        door: Authenticator,
        throttle: Throttle,
        end: Callable[[], None] = lambda: None,
    ) -> None:
        self._throttle = throttle
        self.end = end
        """To be called when the server stops: ends the answers that go on for ever."""
        self.app = app
        self._cache = cache
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        reply = _Reply(scope, send)
        refusal = refuse_size(scope)
        if refusal is not None:
            await self._refuse(scope, receive, reply, refusal)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET", LOOKS_ONLY: True}
        headers = Headers(scope=scope)
        if "authorization" in headers or self._door.find_cookie(headers):
            identity = await asyncio.to_thread(self._door.recognise, headers)
            with identified(identity):
                refusal = self._throttle.refuse(scope, identity.visitor)
                if refusal is not None:
                    await self._refuse(scope, receive, reply, refusal)
                else:
                    await self.app(
                        scope, bounded(scope, receive, self._throttle.rates), reply.send_privately
                    )
        else:
            await self._answer_anybody(scope, receive, reply)

    async def _answer_anybody(self, scope: Scope, receive: Receive, reply: "_Reply") -> None:
        edition = self._cache.current
        address = scope.get("raw_path", b"") + b"?" + scope["query_string"]
        found = edition.find(address) if reply.looks else None
        if found is not None:
            await reply.send_answer(found)
            return
        refusal = self._throttle.refuse(scope, NOBODY)
        if refusal is not None:
            await self._refuse(scope, receive, reply, refusal)
            return
        await self.app(scope, bounded(scope, receive, self._throttle.rates), reply.take)
        if reply.looks:
            _keep(edition, self._cache, address, reply.answer)

    async def _refuse(
        self, scope: Scope, receive: Receive, reply: "_Reply", refusal: Refusal
    ) -> None:
        """Have the application say it, in the form that the path has."""
        path = "/api/refused" if reply.is_api else "/refused"
        asked = {"path": path, "raw_path": b"", "query_string": b"", "method": "GET"}
        told = {**scope, **asked, REFUSAL: refusal, ASKED: scope["path"]}
        await self.app(told, receive, reply.send_privately)


def _keep(
    edition: CachedSnapshot, cache: SnapshotCache, address: bytes, answer: Answer | None
) -> None:
    """Keep an answer that was made, unless it may be of the edition after."""
    if answer is not None and edition is cache.current:
        edition.keep(address, answer)


class _Reply:
    """What goes back to one request."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.is_api = scope["path"].startswith("/api/")
        self.looks = scope["method"] in {"GET", "HEAD"}
        self.answer: Answer | None = None
        """What was answered, if it may be kept."""
        self._head = scope["method"] == "HEAD"
        self._known = dict(scope["headers"]).get(b"if-none-match", b"")
        self._send = send
        self._start: Message | None = None
        self._body = b""

    async def send_privately(self, message: Message) -> None:
        """Send on a message that is for one visitor."""
        if message["type"] == "http.response.start":
            theirs = [pair for pair in message["headers"] if pair[0] != b"cache-control"]
            message = {**message, "headers": [*theirs, _PRIVATE, *_SECURITY]}
        elif self._head:
            message = {**message, "body": b""}
        await self._send(message)

    async def take(self, message: Message) -> None:
        """Take a message of the application; what is to be kept goes on when it is whole."""
        if message["type"] == "http.response.start":
            if message["status"] == 200 and _is_kept(message):
                self._start = message
                return
            await self._send({**message, "headers": [*message["headers"], *_SECURITY]})
            return
        if self._start is None:
            await self._send({**message, "body": b""} if self._head else message)
            return
        self._body += message.get("body", b"")
        if not message.get("more_body", False):
            headers = tuple(self._start["headers"])
            digest = sha256(self._body).hexdigest()[:32]
            self.answer = Answer(self._body, headers, f'"{digest}"'.encode())
            await self.send_answer(self.answer)

    async def send_answer(self, answer: Answer) -> None:
        """Send an answer, or only that it is the one that somebody has already."""
        same = answer.tag in {one.strip().removeprefix(b"W/") for one in self._known.split(b",")}
        own = [] if same else answer.headers
        headers = [*own, (b"etag", answer.tag), *_PUBLIC, *_SECURITY]
        status = 304 if same else 200
        await self._send({"type": "http.response.start", "status": status, "headers": headers})
        body = b"" if same or self._head else answer.body
        await self._send({"type": "http.response.body", "body": body})


def _is_kept(start: Message) -> bool:
    """Say whether this is a page or JSON, and no file, and is to be kept."""
    headers = dict(start["headers"])
    kind = headers.get(b"content-type", b"")
    return kind.partition(b";")[0] in _KEPT and headers.get(b"cache-control") != b"no-store"
