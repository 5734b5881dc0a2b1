"""The code by which guests join: one row, or none. No export has it."""

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from ladder.settings.join_code import JoinCode
from ladder.store import schema

_TABLE: Final = schema.joining


def read_join_code(connection: Connection) -> JoinCode:
    """Return the code; one without a digest where there is none."""
    content = connection.execute(select(_TABLE.c.content)).scalar_one_or_none()
    return msgspec.json.decode(content, type=JoinCode) if content else JoinCode()


def keep_join_code(connection: Connection, code: JoinCode) -> None:
    """Keep a code in place of the one before."""
    connection.execute(delete(_TABLE))
    connection.execute(insert(_TABLE).values(id=1, content=msgspec.json.encode(code).decode()))
