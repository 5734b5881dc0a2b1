"""Tokens: who may do more than look at the server's pages, kept as hashes only."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Engine, Row, insert, select, update

from ladder.log import ORGANISER, TokenIssued, TokenRevoked
from ladder.store import schema
from ladder.store.database import reading, writing
from ladder.store.rows import append_entry, lock_head

# Of what is drawn for a token: nobody guesses 256 bits, so a plain hash keeps it.
_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token once it was told."""

    number: int
    author: str
    organiser: bool
    time: datetime
    """When it was made, in UTC."""
    revoked: bool


class Tokens:
    """The tokens of a ladder."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def issue(self, author: str, *, organiser: bool, by: str = ORGANISER) -> tuple[Token, str]:
        """Make a token for somebody; return it with its secret, which is told this one time.

        The log says who has it, and neither its secret nor a digest of it.
        """
        secret = secrets.token_urlsafe(_BYTES)
        with writing(self._engine) as connection:
            lock_head(connection)
            number = _last(connection) + 1
            moment = datetime.now(UTC)
            token = Token(number, author, organiser, moment, revoked=False)
            row = {
                "number": number,
                "author": author,
                "organiser": organiser,
                "time": moment.isoformat(),
            }
            row |= {"digest": _digest(secret), "revoked": False}
            connection.execute(insert(schema.tokens).values(row))
            body = TokenIssued(author=author, organiser=organiser, number=number, by=by)
            append_entry(connection, body)
        return token, secret

    def find(self, secret: str) -> Token | None:
        """Return whose token this is, if there is one, revoked or not."""
        asked = select(schema.tokens).where(schema.tokens.c.digest == _digest(secret))
        with reading(self._engine) as connection:
            row = connection.execute(asked).one_or_none()
        return None if row is None else _token(row)

    def by_number(self, number: int) -> Token | None:
        """Return a token by its number, if there is one, revoked or not."""
        asked = select(schema.tokens).where(schema.tokens.c.number == number)
        with reading(self._engine) as connection:
            row = connection.execute(asked).one_or_none()
        return None if row is None else _token(row)

    def all(self) -> Sequence[Token]:
        """Return all tokens, the oldest first."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(schema.tokens).order_by(schema.tokens.c.number)).all()
        return [_token(row) for row in rows]

    def revoke(self, number: int, *, by: str = ORGANISER) -> Token | None:
        """Have a token open nothing any more, and say so in the log.

        Return it; None if there is none that opens anything.
        """
        table = schema.tokens
        with writing(self._engine) as connection:
            lock_head(connection)
            asked = select(table).where(table.c.number == number, ~table.c.revoked)
            row = connection.execute(asked).one_or_none()
            if row is None:
                return None
            connection.execute(update(table).where(table.c.number == number).values(revoked=True))
            append_entry(connection, TokenRevoked(author=row.author, number=number, by=by))
        return replace(_token(row), revoked=True)

    def session_key(self) -> bytes:
        """Return what sessions are signed with; it is drawn when it is first asked for."""
        asked = select(schema.session_key.c.key)
        with reading(self._engine) as connection:
            key = connection.execute(asked).scalar_one_or_none()
        return key or self._draw_key()

    def _draw_key(self) -> bytes:
        asked = select(schema.session_key.c.key)
        with writing(self._engine) as connection:
            lock_head(connection)
            # Another server may have been quicker.
            key: bytes | None = connection.execute(asked).scalar_one_or_none()
            if key is None:
                key = secrets.token_bytes(_BYTES)
                connection.execute(insert(schema.session_key).values(id=1, key=key))
        return key


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _last(connection: Connection) -> int:
    """Return the number of the last token: of the log, since an import brings none with it."""
    log = schema.entries
    asked = select(log.c.body).where(log.c.kind == "token").order_by(log.c.number.desc()).limit(1)
    body = connection.execute(asked).scalar_one_or_none()
    return 0 if body is None else int(json.loads(body)["number"])


def _token(row: Row[tuple[object, ...]]) -> Token:
    moment = datetime.fromisoformat(row.time)
    return Token(row.number, row.author, row.organiser, moment, row.revoked)
