"""Tokens: who may do more than look at the server's pages, kept as hashes only."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Row, insert, select, update

from arena.errors import NotNow
from ladder.log.entries import ORGANISER, TokenIssued, TokenRevoked
from ladder.store import schema
from ladder.store.connections import Changes
from ladder.store.transaction import Transaction

# The random bytes of a token: nobody guesses 256 bits, so a plain hash keeps it.
SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret."""

    number: int
    author: str
    organiser: bool
    time: datetime
    """When it was made, in UTC."""
    revoked: bool


class Tokens(Changes):
    """The tokens of a ladder."""

    def issue(
        self, author: str, *, organiser: bool, by: str = ORGANISER, expected: int | None = None
    ) -> tuple[Token, str]:
        """Make a token for somebody; return it with its secret, which is told this one time.

        The log says who has it, and neither its secret nor a digest of it. NotNow if its number
        would not be the expected one.
        """
        with self.writing() as transaction:
            return issue_token(transaction, author, organiser=organiser, by=by, expected=expected)

    def find(self, secret: str) -> Token | None:
        """Return whose token this is, if there is one, revoked or not."""
        row = self._one(select(schema.tokens).where(schema.tokens.c.digest == digest_of(secret)))
        return None if row is None else as_token(row)

    def all(self) -> Sequence[Token]:
        """Return all tokens, the oldest first."""
        rows = self._all(select(schema.tokens).order_by(schema.tokens.c.number))
        return [as_token(row) for row in rows]

    def revoke(self, number: int, *, by: str = ORGANISER) -> Token | None:
        """Have a token open nothing any more, and say so in the log.

        Return it; None if there is none that opens anything.
        """
        table = schema.tokens
        with self.writing() as transaction:
            its = update(table).where(table.c.number == number, ~table.c.revoked)
            row = transaction.execute(its.values(revoked=True).returning(table)).one_or_none()
            if row is None:
                return None
            transaction.append(TokenRevoked(author=row.author, number=number, by=by))
            return as_token(row)


def issue_token(
    transaction: Transaction,
    author: str,
    *,
    organiser: bool = False,
    by: str = ORGANISER,
    expected: int | None = None,
) -> tuple[Token, str]:
    """Make a token in a transaction; return it with its secret.

    NotNow if its number would not be the expected one.
    """
    # None begins with a minus, which makes a formula of a cell.
    secret = secrets.token_urlsafe(SECRET_BYTES).replace("-", "_")
    # The log gives the number, since an import brings no tokens with it.
    number = max(transaction.state.tokens, default=0) + 1
    if expected not in {None, number}:
        raise NotNow(f"Token {expected} was made already, and was told that one time.")
    moment = datetime.now(UTC)
    row = {"number": number, "author": author, "organiser": organiser, "time": moment.isoformat()}
    row |= {"digest": digest_of(secret), "revoked": False}
    transaction.execute(insert(schema.tokens), row)
    transaction.append(TokenIssued(author=author, organiser=organiser, number=number, by=by))
    return Token(number, author, organiser, moment, revoked=False), secret


def authors_with_tokens(connection: Connection) -> set[str]:
    """Return everybody who has a token that opens something."""
    asked = select(schema.tokens.c.author).where(~schema.tokens.c.revoked)
    return {*connection.scalars(asked)}


def digest_of(secret: str) -> str:
    """Return by what the database knows a secret."""
    return sha256(secret.encode()).hexdigest()


def as_token(row: Row[tuple[object, ...]]) -> Token:
    """Return the token of a row of its table."""
    moment = datetime.fromisoformat(row.time)
    return Token(row.number, row.author, row.organiser, moment, row.revoked)
