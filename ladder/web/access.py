"""Access: who asks, and what each role may do. It is decided here and nowhere else.

Whoever has no token may look. A program sends its token as `Authorization: Bearer TOKEN`.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, Final

from fastapi import Depends, Request

from arena.errors import UserError
from ladder.store.tokens import Token, Tokens


class Role(IntEnum):
    """What somebody may do; each may do what those before it may."""

    ANYBODY = 0
    """Look."""
    AUTHOR = 1
    """Hand in bots and decide for them, ask for matches."""
    ORGANISER = 2
    """Decide for all bots, and for the ladder."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks."""

    name: str = ""
    """The author; empty for whoever has no token."""
    role: Role = Role.ANYBODY


NOBODY: Final = Visitor()


class AccessError(UserError):
    """Somebody may not do what was asked. With a status of HTTP: 401 without a token, else 403."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def find_visitor(request: Request) -> Visitor:
    """Return who asks. AccessError for a token that is wrong or revoked."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return NOBODY
    tokens: Tokens = request.app.state.tokens
    token = tokens.find(secret.strip()) if scheme.lower() == "bearer" else None
    if token is None:
        raise AccessError(401, "This token is not known here; ladder author token NAME makes one.")
    return visitor_of(token)


def visitor_of(token: Token) -> Visitor:
    """Return who has a token. AccessError if it is revoked."""
    if token.revoked:
        raise AccessError(401, "This token was revoked; the organiser makes another one.")
    return Visitor(token.author, Role.ORGANISER if token.organiser else Role.AUTHOR)


def allow(role: Role) -> Any:
    """Return the FastAPI dependency that lets nobody in below a role, and says who it is.

    Every route that changes anything has one: `visitor: Annotated[Visitor, allow(Role.AUTHOR)]`.
    """
    return Depends(Allowed(role))


class Allowed:
    """Lets nobody in below a role. A test finds these at every route."""

    def __init__(self, role: Role) -> None:
        self.role = role

    def __call__(self, visitor: Annotated[Visitor, Depends(find_visitor)]) -> Visitor:
        if visitor.role < self.role:
            if visitor == NOBODY:
                raise AccessError(
                    401, "Log in first: this needs a token, which the organiser gives."
                )
            raise AccessError(403, "Only the organiser may do this.")
        return visitor
