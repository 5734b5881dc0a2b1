"""How something that was kept to save time shows that it is what was kept, of the log as it is."""

from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, select

from ladder.store import schema


def sealed(
    connection: Connection, season: int, model: str, number: int, state: str
) -> dict[str, Any]:
    """Return a row of what `model` has made of a season up to an entry."""
    row = {"season": season, "model": model, "number": number, "state": state}
    entry = _entry(connection, number)
    return row | {"entry": entry, "digest": _digest(season, model, number, entry, state)}


def is_whole(connection: Connection, row: Any) -> bool:
    """Say whether a row is as it was kept, and the log, up to its entry, as it was then."""
    own = _digest(row.season, row.model, row.number, row.entry, row.state)
    return bool(row.digest == own) and _entry(connection, row.number) == row.entry


def _entry(connection: Connection, number: int) -> str:
    """Return the digest of an entry; of one that there is not it is empty."""
    table = schema.entries
    asked = select(table.c.digest).where(table.c.number == number)
    return connection.execute(asked).scalar_one_or_none() or ""


def _digest(season: int, model: str, number: int, entry: str, state: str) -> str:
    return sha256(f"{season} {model} {number} {entry} {state}".encode()).hexdigest()
