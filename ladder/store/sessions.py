"""Sessions of browsers: each is a row, kept as a hash of its cookie, and ends with the row.

A cookie is drawn as a token is and says nothing, so nobody who reads the database can make one. A
session is of the token that it was begun with, and opens nothing any more once that is revoked.
"""

import hmac
import secrets
import time
from typing import Final

from sqlalchemy import delete, insert, select

from ladder.store import schema
from ladder.store.connections import Changes
from ladder.store.tokens import SECRET_BYTES, Token, as_token, digest_of

# In seconds: somebody who was away for longer logs in again.
LASTS: Final = 14 * 24 * 3600
# The sessions that one token may have; one more ends the oldest.
MOST: Final = 20

_ROWS: Final = schema.sessions


class Sessions(Changes):
    """The sessions of a ladder."""

    def begin(self, token: int) -> str:
        """Begin a session with the token of this number; return its cookie."""
        cookie, now = secrets.token_urlsafe(SECRET_BYTES), time.time()
        theirs = select(_ROWS.c.digest).where(_ROWS.c.token == token)
        newest = theirs.order_by(_ROWS.c.begun.desc()).limit(MOST - 1)
        row = {"digest": digest_of(cookie), "token": token, "begun": now}
        with self.writing() as transaction:
            kept = transaction.connection.scalars(newest).all()
            old = (_ROWS.c.token == token) & _ROWS.c.digest.not_in(kept)
            transaction.execute(delete(_ROWS).where(old | (_ROWS.c.begun < now - LASTS)))
            transaction.execute(insert(_ROWS), row)
        return cookie

    def find(self, cookie: str) -> Token | None:
        """Return the token of a session, revoked or not; None if there is no such session."""
        tokens = schema.tokens
        asked = select(tokens).join(_ROWS, _ROWS.c.token == tokens.c.number)
        asked = asked.where(_ROWS.c.digest == digest_of(cookie))
        asked = asked.where(_ROWS.c.begun >= time.time() - LASTS)
        row = self._one(asked)
        return None if row is None else as_token(row)

    def end(self, cookie: str) -> None:
        """End one session."""
        with self.writing() as transaction:
            transaction.execute(delete(_ROWS).where(_ROWS.c.digest == digest_of(cookie)))

    def end_all(self, author: str) -> None:
        """End all sessions of an author, of every token."""
        theirs = select(schema.tokens.c.number).where(schema.tokens.c.author == author)
        with self.writing() as transaction:
            transaction.execute(delete(_ROWS).where(_ROWS.c.token.in_(theirs)))


def form_token(cookie: str) -> str:
    """Return what the forms of a session have to send back. It does not tell the cookie."""
    return hmac.digest(cookie.encode(), b"form", "sha256").hex()
