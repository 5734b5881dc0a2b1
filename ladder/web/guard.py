"""The guard before the site: what is let in, what is kept of answers, and the headers of security.

It is an ASGI application around another one. An answer that is kept is sent from here: neither the
database nor a template is asked, but for the strip with the visitor's name. An answer for one
visitor is never kept. An answer for anyone with a token or a session is kept nowhere else.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Final, TypeAlias

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.datastructures import Headers

from ladder.shares import CONNECTIONS, TURNS, TURNS_EACH
from ladder.web.access import (
    ANONYMOUS,
    NOBODY,
    AccessError,
    Asker,
    Authenticator,
    Identity,
    Visitor,
    asking,
    measured,
)
from ladder.web.bounds import (
    Message,
    Receive,
    Refusal,
    Scope,
    Throttle,
    bounded,
    name_visitor,
    refuse_name,
    refuse_size,
)
from ladder.web.cache import Answer, SnapshotCache, pack, tag_of
from ladder.web.faces import find_refusal
from ladder.web.files import site_files, site_folder, type_of
from ladder.web.site import Site
from ladder.web.turns import Turns

Send: TypeAlias = Callable[[Message], Awaitable[None]]
Pairs: TypeAlias = Sequence[tuple[bytes, bytes]]

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
_PUBLIC: Final = (
    (b"cache-control", b"no-cache"),
    (b"vary", b"cookie, authorization, accept-encoding"),
)
_FOR_EVER: Final = (
    (b"cache-control", b"public, max-age=31536000, immutable"),
    (b"vary", b"accept-encoding"),
)
_PACKED: Final = (b"content-encoding", b"gzip")
_TAKES_PACKED: Final = re.compile(
    rb"(^|,)\s*gzip\s*(;\s*q=(1|0\.0*[1-9])[^,]*)?(,|$)", re.IGNORECASE
)
# Headers of the body as it came, which goes out another way.
_OF_THE_BODY: Final = (b"content-length", b"etag", b"last-modified", b"accept-ranges")
# In the scope of a request: nothing of the answer's body is sent, so it may end.
LOOKS_ONLY: Final = "ladder.looks_only"
_CLOSED: Final = "This ladder is for those who take part: log in with your token."
_KEPT: Final = (b"text/html", b"application/json")
# Threads of their own: nobody waits for an answer of others to be known.
_RECOGNISING: Final = CapacityLimiter(8)
_apart = partial(to_thread.run_sync, limiter=_RECOGNISING)


class Guard:
    """Answers what may be asked, from what is kept if it is."""

    def __init__(
        self,
        app: Starlette,
        site: Site,
        *,
        cache: SnapshotCache,
        door: Authenticator,
        throttle: Throttle,
        end: Callable[[], None] = lambda: None,
        on_loopback: bool = False,
    ) -> None:
        self._on_loopback = on_loopback
        self._throttle = throttle
        self._end = end
        self._stops = False
        self.app = app
        self._site = site
        self._cache = cache
        self._door = door
        self._files = _answer_files()
        self.turns = Turns(TURNS, TURNS_EACH, CONNECTIONS, _refuse_turn)

    def end(self) -> None:
        """End what goes on for ever, and take no more of what is being sent: the server stops."""
        self._stops = True
        self._end()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        reply = _Reply(self._site, scope, send)
        unfit = refuse_size(scope) or (refuse_name(scope) if self._on_loopback else None)
        file = self._files.get(scope["path"]) if reply.looks and unfit is None else None
        if file is not None:
            await reply.send_answer(file)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET", LOOKS_ONLY: True}
        headers = Headers(scope=scope)
        if "authorization" in headers or self._door.find_cookie(headers):
            reply.identity = await _apart(self._door.recognise, headers)
        # A session that is over is none; a wrong token gets no answer, even where none is needed.
        wrong = reply.identity.problem if "authorization" in headers else None
        reply.is_anybody = reply.identity.visitor == NOBODY and wrong is None
        wall = await self._find_wall(scope, reply.identity.visitor)
        found = self._find(scope, reply) if wall is None and unfit is None else None
        if found is not None and reply.is_anybody:
            await reply.send_answer(found)
            return
        with asking(reply.identity, name_visitor(scope, reply.identity.visitor)) as asker:
            throttled = self._throttle.refuse(scope, reply.identity.visitor)
            refusal = throttled or unfit or wrong or (wall and (reply.identity.problem or wall))
            if found is not None and refusal is None:
                await reply.send_answer(found)
                return
            reply.asker = asker
            taking = bounded(scope, receive, self._throttle.rates, lambda: self._stops)
            if refusal is None and not reply.looks:
                await self.app(scope, taking, reply.take)
                return
            try:
                async with self.turns(asker, taking) as has_come:
                    if has_come and refusal is not None:
                        await self._refuse(scope, receive, reply, refusal)
                    elif has_come:
                        await self._answer(scope, taking, reply)
            except Refusal as too_many:
                await self._refuse(scope, receive, reply, too_many)

    async def _find_wall(self, scope: Scope, visitor: Visitor) -> AccessError | None:
        """Return why somebody gets no answer at a path, whatever is there."""
        snapshot = self._cache.current
        if snapshot.about.closed and scope["path"] != "/login" and visitor == NOBODY:
            return AccessError(401, _CLOSED)
        if snapshot.about.rows == "own":
            # The database may be asked whose it is.
            return await _apart(find_refusal, self.app.routes, scope, visitor, snapshot)
        return None

    def _find(self, scope: Scope, reply: "_Reply") -> Answer | None:
        """Return what is kept for who asks."""
        kept = self._cache.answers.find(_address_of(scope)) if reply.looks else None
        if kept is None or kept.state != self._cache.current.state(*kept.value.facts):
            return None
        found: Answer = kept.value
        is_theirs = found.for_all and reply.identity.problem is None
        return found if is_theirs or reply.is_anybody else None

    async def _answer(self, scope: Scope, receive: Receive, reply: "_Reply") -> None:
        """Have the application answer, unless others had it do so while this one waited."""
        snapshot = self._cache.current
        if (found := self._find(scope, reply)) is not None:
            await reply.send_answer(found)
            return

        def keep(answer: Answer) -> None:
            # Unless it may be of the snapshot after.
            if snapshot is self._cache.current:
                state = snapshot.state(*answer.facts)
                self._cache.answers.keep(_address_of(scope), state, answer, answer.size)

        reply.keep = keep
        await self.app(scope, receive, reply.take)

    async def _refuse(
        self, scope: Scope, receive: Receive, reply: "_Reply", refusal: Exception
    ) -> None:
        """Have the application say it, in the form that the path has."""
        path = "/api/refused" if reply.is_api else "/refused"
        asked = {"path": path, "raw_path": b"", "query_string": b"", "method": "GET"}
        told = {**scope, **asked, REFUSAL: refusal, ASKED: scope["path"]}
        await self.app(told, receive, reply.take)


class _Reply:
    """The answer to one request."""

    def __init__(self, site: Site, scope: Scope, send: Send) -> None:
        self.is_api = scope["path"].startswith("/api/")
        self.looks = scope["method"] in {"GET", "HEAD"}
        self.identity = ANONYMOUS
        self.is_anybody = True
        self.asker = Asker(ANONYMOUS)
        self.keep: Callable[[Answer], None] = lambda _: None
        """Takes what is answered, if it may be kept, before it is sent and the turn is over."""
        self._site = site
        self._head = scope["method"] == "HEAD"
        headers = dict(scope["headers"])
        self._known = headers.get(b"if-none-match", b"")
        self._takes_packed = bool(_TAKES_PACKED.search(headers.get(b"accept-encoding", b"")))
        self._send = send
        self._start: Message | None = None
        self._body = b""

    async def take(self, message: Message) -> None:
        """Take a message of the application; a page or JSON goes on when it is whole."""
        if message["type"] == "http.response.start":
            if _kind(message["headers"]) in _KEPT:
                self._start = message
            else:
                await self._begin(message["status"], message["headers"])
        elif self._start is None:
            await self._send({**message, "body": b""} if self._head else message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._finish(self._start["status"], self._start["headers"])

    async def _finish(self, status: int, headers: Pairs) -> None:
        own = tuple(pair for pair in headers if pair[0] not in _OF_THE_BODY)
        passing = dict(own).get(b"cache-control") == b"no-store"
        if not self.looks or status != 200 or passing:
            await self._send_whole(status, own, self._body)
            return
        for_all = not self.asker.matters
        tag, facts = tag_of(self._body), self.asker.facts
        answer = Answer(self._body, own, tag, for_all, facts=facts)
        if for_all or self.identity is ANONYMOUS:
            anybodys = self._with_strip(own, self._body, ANONYMOUS)
            answer = replace(answer, packed=await asyncio.to_thread(measured(pack), anybodys))
            self.keep(answer)
        await self.send_answer(answer)

    async def send_answer(self, answer: Answer) -> None:
        """Send an answer, or only that it is the one that somebody has already.

        A visitor with a name gets it uncompressed, since it may have something of theirs in it.
        """
        if self.identity is not ANONYMOUS:
            await self._send_whole(200, answer.headers, answer.body)
            return
        named = ((b"etag", answer.tag), *(_FOR_EVER if answer.lasts else _PUBLIC))
        if answer.tag in map(bytes.strip, self._known.split(b",")):
            await self._begin(304, named)
            await self._send({"type": "http.response.body", "body": b""})
        elif answer.packed and self._takes_packed:
            await self._send_as_it_is(200, (*answer.headers, *named, _PACKED), answer.packed)
        else:
            await self._send_whole(200, (*answer.headers, *named), answer.body)

    async def _send_whole(self, status: int, headers: Pairs, body: bytes) -> None:
        shown = self._with_strip(headers, body, self.identity)
        await self._send_as_it_is(status, headers, shown)

    def _with_strip(self, headers: Pairs, body: bytes, identity: Identity) -> bytes:
        """Return a page with the strip of somebody; what is no page as it is."""
        return self._site.put_strip(body, identity) if _kind(headers) == b"text/html" else body

    async def _send_as_it_is(self, status: int, headers: Pairs, body: bytes) -> None:
        await self._begin(status, (*headers, (b"content-length", str(len(body)).encode())))
        await self._send({"type": "http.response.body", "body": b"" if self._head else body})

    async def _begin(self, status: int, headers: Pairs) -> None:
        """Begin an answer; what is for one visitor is kept nowhere."""
        if self.identity is not ANONYMOUS:
            headers = (*(pair for pair in headers if pair[0] != b"cache-control"), _PRIVATE)
        start = {"type": "http.response.start", "status": status}
        # To take it may take a client long.
        self.asker.leave()
        await self._send({**start, "headers": [*headers, *_SECURITY]})


def _refuse_turn() -> Refusal:
    sentence = "You wait for too many answers at once; try again when some of them are there."
    return Refusal(429, sentence, {"retry-after": "1"})


@cache
def _answer_files() -> Mapping[str, Answer]:
    """Return the answer at the path of each of the site's own files."""
    return {
        f"/{site_folder()}/{name}": Answer(
            content,
            ((b"content-type", type_of(name).encode()),),
            tag_of(content),
            for_all=True,
            packed=pack(content),
            lasts=True,
        )
        for name, content in site_files().items()
    }


def _address_of(scope: Scope) -> str:
    return bytes(scope.get("raw_path", b"") + b"?" + scope["query_string"]).decode("latin-1")


def _kind(headers: Pairs) -> bytes:
    return dict(headers).get(b"content-type", b"").partition(b";")[0]
