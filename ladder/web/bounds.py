"""Bounds: how often somebody may ask, and how large and how slow what they send may be.

They are counted in this process's memory (limits): by token, else by address, of which a network of
IPv6 is one. Kept answers cost nothing and are not counted: pages, and the site's own files.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Any, Final, NamedTuple, TypeAlias

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from arena.bots.archive import MAX_ARCHIVE_BYTES
from ladder.machine.listening import is_loopback
from ladder.shares import (
    CHANGES_A_MINUTE,
    PAGES_A_MINUTE,
    UPLOADS_AN_HOUR,
    WRONG_CODES_A_MINUTE,
    WRONG_TOKENS_A_MINUTE,
)
from ladder.web.access import NOBODY, Visitor

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]

LONGEST_QUERY: Final = 1000
LONGEST_PATH: Final = 500
# The bytes of a form or of JSON; and with an archive, around which a form has a little more.
LARGEST_BODY: Final = 64 * 1024
LARGEST_UPLOAD: Final = MAX_ARCHIVE_BYTES + LARGEST_BODY
LARGEST_COURSE: Final = 2 * 1024**2
"""The bytes of a course's files as they are sent."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# There only a wrong try is counted, when it is known.
_JUDGED: Final = frozenset({"/login", "/join"})
_UPLOADS: Final = frozenset({"/submit", "/api/v1/uploads"})
_COURSES: Final = frozenset({"/organiser/course", "/act-course", "/api/v1/course"})


class Refusal(HTTPException):
    """A request is not looked at any further. With a status of HTTP and a sentence."""


def _rate(most: int, window: str) -> RateLimitItem:
    return parse(f"{most}/{window}")


class Rates(NamedTuple):
    """How often a token, or an address without one, may do what, and how slowly."""

    look: RateLimitItem = _rate(PAGES_A_MINUTE, "minute")
    change: RateLimitItem = _rate(CHANGES_A_MINUTE, "minute")
    upload: RateLimitItem = _rate(UPLOADS_AN_HOUR, "hour")
    wrong_token: RateLimitItem = _rate(WRONG_TOKENS_A_MINUTE, "minute")
    wrong_code: RateLimitItem = _rate(WRONG_CODES_A_MINUTE, "minute")
    body: float = 20.0
    """How long a body may take, in seconds."""
    upload_body: float = 300.0
    """The same of an upload: 64 MB in five minutes are 2 Mbit/s."""


class Throttle:
    """Counts requests, and refuses those that are too many."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def refuse(self, scope: Scope, visitor: Visitor) -> Refusal | None:
        """Count a request; return why it is not answered, if it is not."""
        if scope["path"] in _JUDGED and scope["method"] not in _SAFE:
            return None
        return self._count(self._find_rate(scope), scope, visitor)

    def refuse_login(self, scope: Scope, visitor: Visitor) -> Refusal | None:
        """Count a try to log in: a right one for its token, a wrong one, nobody's, for its address.

        So a right token is let in whatever its neighbours try.
        """
        rate = self.rates.change if visitor.token else self.rates.wrong_token
        return self._count(rate, scope, visitor)

    def refuse_code(self, scope: Scope) -> Refusal | None:
        """Count a wrong code for its address, apart from wrong tokens."""
        return self._count(self.rates.wrong_code, scope, NOBODY, "code")

    def _count(
        self, rate: RateLimitItem, scope: Scope, visitor: Visitor, kind: str = ""
    ) -> Refusal | None:
        who = name_visitor(scope, visitor), kind
        if self._limiter.hit(rate, *who):
            return None
        again = self._limiter.get_window_stats(rate, *who).reset_time
        wait = max(1, ceil(again - time.time()))
        sentence = f"That is too often; at most {_describe(rate)}. Try again in {wait} s."
        return Refusal(429, sentence, {"retry-after": str(wait)})

    def _find_rate(self, scope: Scope) -> RateLimitItem:
        if scope["method"] in _SAFE:
            return self.rates.look
        return self.rates.upload if scope["path"] in _UPLOADS else self.rates.change


def _describe(rate: RateLimitItem) -> str:
    return f"{rate.amount:,} times {'an' if rate.GRANULARITY.name == 'hour' else 'a'} " + (
        rate.GRANULARITY.name
    )


def name_visitor(scope: Scope, visitor: Visitor) -> str:
    """Return as whom somebody is counted: by their token, else by their network."""
    if visitor.token:
        return f"token {visitor.token}"
    return name_network((scope.get("client") or ("",))[0])


def name_network(host: str) -> str:
    """Return an address as it is counted: of IPv6 the network, since one machine may have many."""
    try:
        address = ip_address(host)
    except ValueError:
        # So nobody has a share for each word that a proxy hands on.
        return "no address"
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        # So a server on `::` sees visitors from IPv4.
        return str(address.ipv4_mapped)
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), 64), strict=False))
    return str(address)


# --- what is sent ---


def refuse_size(scope: Scope) -> Refusal | None:
    """Return why a request is not looked at for its size, as far as its head says it."""
    if len(scope["query_string"]) > LONGEST_QUERY or len(scope["path"]) > LONGEST_PATH:
        return Refusal(
            414, f"An address has at most {LONGEST_PATH} letters, its query {LONGEST_QUERY}."
        )
    declared = Headers(scope=scope).get("content-length", "0")
    if not declared.isdecimal() or int(declared) > _largest(scope):
        return _too_large(scope)
    return None


def refuse_name(scope: Scope) -> Refusal | None:
    """Return why a request is not looked at that names another machine: any page may have asked.

    A browser that is told another address of a page's name (DNS rebinding) sends that name.
    """
    name = Headers(scope=scope).get("host", "")
    if is_loopback(re.sub(r":\d*$", "", name).strip("[]").lower()):
        return None
    sentence = f"expected localhost or 127.0.0.1, got {name!r}. Behind a proxy it is started with"
    return Refusal(421, f"This server is for its own machine: {sentence} --proxy ADDRESS.")


def bounded(scope: Scope, receive: Receive, rates: Rates, stops: Callable[[], bool]) -> Receive:
    """Return what receives a body that is neither too large nor too slow; Refusal for others.

    And for all that is not there yet when the server stops.
    """
    end = time.monotonic() + (rates.upload_body if scope["path"] in _UPLOADS else rates.body)
    size, over = 0, False

    async def take() -> Message:
        nonlocal size, over
        if over:  # Anyone who still asks waits for the connection's end.
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), end - time.monotonic())
        except TimeoutError as error:
            raise Refusal(408, "That took too long to send; nothing of it was done.") from error
        size += len(message.get("body", b""))
        if size > _largest(scope):
            raise _too_large(scope)
        over = not message.get("more_body", False)
        if stops() and not over:
            raise Refusal(503, "This server stops; nothing was done, so send it again in a minute.")
        return message

    return take


def _largest(scope: Scope) -> int:
    if scope["path"] in _COURSES:
        return LARGEST_COURSE
    return LARGEST_UPLOAD if scope["path"] in _UPLOADS else LARGEST_BODY


def _too_large(scope: Scope) -> Refusal:
    largest = MAX_ARCHIVE_BYTES if scope["path"] in _UPLOADS else _largest(scope)
    most = f"{largest // 1024**2} MB" if largest >= 1024**2 else f"{largest // 1024} KB"
    return Refusal(413, f"The body is too large; here it may be {most} at most.")
