"""A course's words about itself, its picture and its scheme of marks: one row, or none yet."""

import msgspec
from sqlalchemy import Connection, insert, select, update

from ladder.settings.about import About
from ladder.settings.scheme import Scheme
from ladder.store import schema

_TABLE = schema.about


def read_about(connection: Connection) -> About | None:
    """Return what a course says of itself; None if no course file was applied yet."""
    content = connection.execute(select(_TABLE.c.content)).scalar_one_or_none()
    return None if content is None else msgspec.json.decode(content, type=About)


def read_logo(connection: Connection) -> bytes:
    """Return the picture of a course; empty if it has none."""
    return connection.execute(select(_TABLE.c.logo)).scalar_one_or_none() or b""


def read_scheme(connection: Connection) -> Scheme:
    """Return by what marks are given; a scheme without tiers if no course has said so."""
    content = connection.execute(select(_TABLE.c.scheme)).scalar_one_or_none()
    return msgspec.json.decode(content, type=Scheme) if content else Scheme(())


def keep_about(connection: Connection, about: About, logo: bytes, scheme: Scheme) -> None:
    """Keep what a course says of itself now, in place of what it said."""
    row = {"id": 1, "content": msgspec.json.encode(about).decode(), "logo": logo}
    row |= {"scheme": msgspec.json.encode(scheme).decode()}
    if not connection.execute(update(_TABLE).values(row)).rowcount:
        connection.execute(insert(_TABLE).values(row))
