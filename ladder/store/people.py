"""The people of a ladder: a row for each author of whom more is known than the key."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, delete, insert, select

from ladder.settings.people import Participant
from ladder.store import schema

_TABLE = schema.people
_decode = msgspec.json.Decoder(Participant).decode


def read_people(connection: Connection) -> dict[str, Participant]:
    """Return all known people, by the author's key."""
    rows = connection.execute(select(_TABLE.c.author, _TABLE.c.content).order_by(_TABLE.c.author))
    return {author: _decode(content) for author, content in rows}


def keep_people(connection: Connection, people: Iterable[Participant]) -> None:
    """Keep what is known of these now, in place of what was."""
    for person in people:
        forget_person(connection, person.key)
        row = {"author": person.key, "content": msgspec.json.encode(person).decode()}
        connection.execute(insert(_TABLE), row)


def forget_person(connection: Connection, key: str) -> bool:
    """Erase what is known of an author but the key; False if nothing was."""
    return connection.execute(delete(_TABLE).where(_TABLE.c.author == key)).rowcount > 0
