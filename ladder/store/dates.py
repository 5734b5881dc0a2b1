"""The plan of a ladder: its planned acts, each with whether it was carried out."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection

from ladder.settings.dates import Calendar, PlannedAct
from ladder.store.settings import keep_setting, read_setting


def read_dates(connection: Connection) -> dict[PlannedAct, bool]:
    """Return what is planned, the first first, each with whether it was carried out."""
    acts = read_setting(connection, Calendar()).acts
    return dict(sorted(acts, key=lambda one: one[0].time))


def keep_dates(connection: Connection, acts: Iterable[tuple[PlannedAct, bool]]) -> None:
    """Have this be the plan, with what of it was carried out."""
    keep_setting(connection, Calendar(tuple(acts)))


def mark_done(connection: Connection, act: PlannedAct, published: int = 0) -> None:
    """Keep that an act was carried out, if it is still planned: it is not again."""
    acts = read_dates(connection)
    if acts.pop(act, None) is not None:
        acts[msgspec.structs.replace(act, published=published)] = True
        keep_dates(connection, acts.items())
