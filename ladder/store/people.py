"""The people of a ladder: a row for each author of whom more is known than the key."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, delete, insert, select

from ladder.settings.people import Participant
from ladder.store import schema
from ladder.store.connections import Connections
from ladder.store.transaction import Transaction

_TABLE = schema.people
_decode = msgspec.json.Decoder(Participant).decode


class People:
    """Facts about the authors of a ladder beside its log."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def all(self) -> dict[str, Participant]:
        """Return everybody of whom something is known, by the author's key."""
        with self._connections.reading() as connection:
            return read_people(connection)

    def forget(self, key: str) -> bool:
        """Erase what is known of an author but the key; False if nothing was."""
        with self._connections.writing() as transaction:
            return (
                transaction.connection.execute(
                    delete(_TABLE).where(_TABLE.c.author == key)
                ).rowcount
                > 0
            )


def read_people(connection: Connection) -> dict[str, Participant]:
    """Return everybody of whom something is known, by the author's key."""
    rows = connection.execute(select(_TABLE.c.author, _TABLE.c.content).order_by(_TABLE.c.author))
    return {author: _decode(content) for author, content in rows}


def keep_people(transaction: Transaction, people: Iterable[Participant]) -> None:
    """Keep what is known of these now, in place of what was."""
    for person in people:
        row = {"author": person.key, "content": msgspec.json.encode(person).decode()}
        transaction.connection.execute(delete(_TABLE).where(_TABLE.c.author == person.key))
        transaction.connection.execute(insert(_TABLE).values(row))
