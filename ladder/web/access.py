"""Access: who asks, and what each role may do. It is decided here and nowhere else.

Anyone who has no token may look, unless the ladder is closed: `ladder.web.guard`. A program sends
its token with every request, as `Authorization: Bearer TOKEN`. A browser logs in with it once and
has a session from then on.

Each route declares who may use it: `ladder.web.faces`. For a session, one that changes anything
wants proof that the form is one of ours, too (CSRF): a form has `{{ identity().field }}` in its
template, empty where nobody is logged in. A script sends the value of that field as the header
X-CSRF-Token instead, and finds it in the form that logs out, on every page. A program that sends
its token needs none.

An answer for which nobody asked who it is for is the same for all, and may be kept for all.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from hmac import compare_digest
from time import thread_time
from typing import Final, ParamSpec, TypeVar
from urllib.parse import urlsplit

from fastapi import Request
from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from arena.errors import HostFailure
from ladder.log.entries import ORGANISER
from ladder.queries.snapshot import Facts
from ladder.settings.about import About
from ladder.store.connections import Connections
from ladder.store.sessions import Sessions, form_token
from ladder.store.tokens import Token, Tokens
from ladder.web.refused import RefusedError

_COOKIE: Final = "session"
# A browser takes it over TLS and for all of a host alone, so no neighbour's page sets it.
_COOKIE_AT_ROOT: Final = "__Host-session"
_FIELD: Final = "csrf"
_FORM_HEADER: Final = "x-csrf-token"
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
Params = ParamSpec("Params")
T = TypeVar("T")


class Role(IntEnum):
    """The rights of a visitor; each may do what those before it may."""

    ANYBODY = 0
    """Look."""
    AUTHOR = 1
    """Hand in bots and decide for them, ask for matches."""
    ORGANISER = 2
    """Decide for all bots, and for the ladder."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The visitor of a route."""

    name: str = ""
    """The author; empty for anyone who has no token."""
    role: Role = Role.ANYBODY
    token: int = 0
    """The number of the token; 0 for none."""

    @property
    def is_organiser(self) -> bool:
        return self.role is Role.ORGANISER

    @property
    def author(self) -> str:
        """The author of the visitor's own bots: for the organiser ORGANISER."""
        return ORGANISER if self.is_organiser else self.name

    def owns(self, author: str) -> bool:
        """Say whether this is that author, or the organiser, to whom all is open."""
        return self.is_organiser or (self.role is Role.AUTHOR and self.name == author)


NOBODY: Final = Visitor()


class AccessError(RefusedError):
    """Somebody may not do what was asked: 401 without a token, else 403."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The sender of a request, as far as the request tells it."""

    visitor: Visitor = NOBODY
    problem: AccessError | HostFailure | None = None
    """Why nobody can be told to be who they say they are."""
    form_token: str = ""
    """The token that a form of this session has to send back; empty without a session."""

    @property
    def field(self) -> Markup:
        """The hidden field of a form, with which it proves to be of this session."""
        if not self.form_token:
            return Markup()
        field = Markup('<input type="hidden" name="{}" value="{}">')
        return field.format(_FIELD, self.form_token)


ANONYMOUS: Final = Identity()


@dataclass
class Asker:
    """The sender of a request, and whether that makes a difference to its answer."""

    identity: Identity
    visitor: str = ""
    """As whom they are counted: by their token, else by their network."""
    matters: bool = False
    facts: Facts = ()
    """The only facts on which the answer depends."""
    seconds: float = 0.0
    """CPU time that was spent for them and is not charged yet."""
    leave: Callable[[], object] = lambda: None
    """Ends their turn, in any thread: from now on nothing is computed for them."""


_asker: ContextVar[Asker] = ContextVar("asker")


def current_identity() -> Identity:
    """Return who sends the request that is being answered; nobody outside a request.

    The answer is for them alone then.
    """
    asker = _asker.get(None)
    if asker is None:
        return ANONYMOUS
    asker.matters = True
    return asker.identity


def current_asker() -> Asker:
    """Return who sends the current request, to whom it makes no difference yet."""
    return _asker.get(None) or Asker(ANONYMOUS)


def sees_all(about: About) -> bool:
    """Say whether the sender of a request reads of all authors."""
    return about.rows == "all" or current_identity().visitor.is_organiser


def measured(act: Callable[Params, T]) -> Callable[Params, T]:
    """Return a function whose CPU time is noted for who sends the current request."""

    @wraps(act)
    def measure(*words: Params.args, **named: Params.kwargs) -> T:
        begun = thread_time()
        try:
            return act(*words, **named)
        finally:
            current_asker().seconds += thread_time() - begun

    return measure


@contextmanager
def asking(identity: Identity, visitor: str = "") -> Iterator[Asker]:
    """Have this be who sends the current request, and as whom they are counted."""
    asker = Asker(identity, visitor)
    before = _asker.set(asker)
    try:
        yield asker
    finally:
        _asker.reset(before)


class Authenticator:
    """Knows who asks, by a token or by the session that was begun with one."""

    def __init__(self, connections: Connections, *, at_root: bool = False) -> None:
        self.cookie = _COOKIE_AT_ROOT if at_root else _COOKIE
        """The name of the cookie of a session."""
        self.path = "/" if at_root else None
        """The cookie's path; None: the folder of the page, as a site may be part of another."""
        self._tokens = Tokens(connections)
        self.sessions = Sessions(connections)

    def find_visitor(self, secret: str) -> Visitor:
        """Return who has a token. AccessError if it is wrong or revoked."""
        token = self._tokens.find(secret.strip())
        if token is None:
            raise AccessError(
                401, "This token is not known here; ask the organiser, who makes them."
            )
        return _visitor_of(token)

    def recognise(self, headers: Headers) -> Identity:
        """Return who sends a request with these headers."""
        try:
            if "authorization" in headers:
                return Identity(self._find_bearer(headers["authorization"]))
            return self._find_session(self.find_cookie(headers))
        except (AccessError, HostFailure) as problem:
            return Identity(problem=problem)

    def find_cookie(self, headers: Headers) -> str:
        """Return the cookie of a session; empty if there is none."""
        return cookie_parser(headers.get("cookie", "")).get(self.cookie, "")

    def _find_bearer(self, said: str) -> Visitor:
        scheme, _, secret = said.partition(" ")
        if scheme.lower() != "bearer":
            raise AccessError(401, "A token is sent in the form: Authorization: Bearer TOKEN.")
        return self.find_visitor(secret)

    def _find_session(self, cookie: str) -> Identity:
        if not cookie:
            return ANONYMOUS
        token = self.sessions.find(cookie)
        if token is None:
            raise AccessError(401, "This session is over; log in again.")
        return Identity(_visitor_of(token), form_token=form_token(cookie))


def _visitor_of(token: Token) -> Visitor:
    if token.revoked:
        raise AccessError(401, "This token was revoked; the organiser makes another one.")
    role = Role.ORGANISER if token.organiser else Role.AUTHOR
    return Visitor(token.author, role, token.number)


# --- what a route lets in ---


class Allowed:
    """The dependency that lets nobody in below a role. A test finds these at every route."""

    def __init__(self, role: Role) -> None:
        self.role = role

    async def __call__(self, request: Request) -> None:
        identity = current_identity()
        if identity.problem is not None and self.role is not Role.ANYBODY:
            raise identity.problem
        if identity.visitor.role < self.role:
            raise _refusal(identity.visitor)
        if identity.form_token and request.method not in _SAFE:
            require_own_site(request)
            sent = await _sent_form_token(request)
            if not compare_digest(sent.encode(), identity.form_token.encode()):
                await request.close()
                raise AccessError(
                    403, "This form is not of your session; load the page again and send it again."
                )


def require_own_site(request: Request) -> None:
    """AccessError if a browser sends what another site's page has in it."""
    origin = request.headers.get("origin", "")
    # Without its scheme, which a proxy may have changed.
    if urlsplit(origin).netloc != request.headers.get("host", "") or not origin:
        raise AccessError(403, "This form was sent from another site, so nothing was done.")


def _refusal(visitor: Visitor) -> AccessError:
    if visitor == NOBODY:
        return AccessError(401, "Log in first: this needs a token, which the organiser gives.")
    return AccessError(403, "Only the organiser may do this.")


async def _sent_form_token(request: Request) -> str:
    """Return what a form or a script has sent to prove that it is of this site."""
    header = request.headers.get(_FORM_HEADER, "")
    if header or request.headers.get("content-type", "").partition(";")[0] not in _FORMS:
        return header
    sent = (await request.form()).get(_FIELD)
    return sent if isinstance(sent, str) else ""
