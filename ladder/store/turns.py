"""The order of turns: next is the author who had fewest seconds of a season within a day.

All that a season does for authors counts alike: checks, requested matches, reviews, comparisons.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, case, select

from ladder.machine.clock import DAY, utc_now
from ladder.store import schema
from ladder.wire import RequestState, UploadState

USUAL: Final = 60.0
"""The expected length of a job whose length nobody knows yet, in seconds."""
_JOBS: Final = (schema.uploads, schema.requests)
_GOING_ON: Final = (UploadState.CHECKING, RequestState.PLAYING)


def time() -> float:
    """Return the time of this process in seconds."""
    return utc_now().timestamp()


def spent(table: Table) -> dict[str, Any]:
    """Return what a row is given that goes on no more: how long it has taken so far."""
    taken = case((table.c.state.in_(_GOING_ON), time() - table.c.begun), else_=0.0)
    return {"seconds": table.c.seconds + taken}


def seconds_had(connection: Connection, tables: Sequence[Table] = _JOBS) -> defaultdict[str, float]:
    """Return by author how long the jobs of the last 24 hours took, or take so far."""
    had = defaultdict[str, float](float)
    for table in tables:
        columns = (table.c.author, table.c.state, table.c.begun, table.c.seconds)
        for row in connection.execute(select(*columns).where(*recent(table, utc_now()))):
            now = max(USUAL, time() - row.begun) if row.state in _GOING_ON else 0.0
            had[row.author] += row.seconds + now
    return had


def recent(table: Table, now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Say of jobs that they came within 24 hours, by a clock that was not ahead."""
    return table.c.time > (now - DAY).isoformat(), table.c.time <= now.isoformat()
