"""What a course says of itself: one row, or none yet."""

import msgspec
from sqlalchemy import Connection, delete, insert, select

from ladder.about import About
from ladder.store import schema

_TABLE = schema.about


def read_about(connection: Connection) -> About | None:
    """Return what a course says of itself; None if no course file was applied yet."""
    content = connection.execute(select(_TABLE.c.content)).scalar_one_or_none()
    return None if content is None else msgspec.json.decode(content, type=About)


def keep_about(connection: Connection, about: About) -> None:
    """Keep what a course says of itself now, in place of what it said."""
    connection.execute(delete(_TABLE))
    content = msgspec.json.encode(about).decode()
    connection.execute(insert(_TABLE).values(id=1, content=content))
