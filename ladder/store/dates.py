"""The plan of a ladder: a row for each planned act, with whether it was carried out."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, delete, insert, select

from ladder.settings.dates import PlannedAct
from ladder.store import schema

_TABLE = schema.dates
_decode = msgspec.json.Decoder(PlannedAct).decode


def read_dates(connection: Connection) -> dict[PlannedAct, bool]:
    """Return what is planned, the first first, each with whether it was carried out."""
    rows = connection.execute(select(_TABLE.c.content, _TABLE.c.done))
    found = {_decode(content): bool(done) for content, done in rows}
    return dict(sorted(found.items(), key=lambda one: one[0].time))


def keep_dates(connection: Connection, acts: Iterable[tuple[PlannedAct, bool]]) -> None:
    """Have this be the plan, with what of it was carried out."""
    connection.execute(delete(_TABLE))
    for act, done in acts:
        row = {"act": act.act, "content": msgspec.json.encode(act).decode(), "done": done}
        connection.execute(insert(_TABLE).values(row))


def mark_done(connection: Connection, act: PlannedAct, published: int = 0) -> None:
    """Keep that an act was carried out, if it is still planned: it is not again."""
    acts = read_dates(connection)
    if acts.pop(act, None) is not None:
        acts[msgspec.structs.replace(act, published=published)] = True
    keep_dates(connection, acts.items())
