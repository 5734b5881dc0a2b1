"""Jobs: what authors have a season do, as rows that wait, go on, wait again, and are over once.

Uploads and requests are the kinds, a table each with the same columns for this. The next turn is
that of the author who had fewest seconds of a season within a day, of any kind.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Connection, Table, case, insert, select, update

from ladder.machine.clock import DAY, utc_now
from ladder.store import schema
from ladder.store.transaction import Transaction
from ladder.wire import RequestState, UploadState

USUAL: Final = 60.0
"""The expected length of a job whose length nobody knows yet, in seconds."""
WAITING: Final = "waiting"
_GOING_ON: Final = (UploadState.CHECKING, RequestState.PLAYING)
OPEN: Final = (WAITING, *_GOING_ON)
_KINDS: Final = (schema.uploads, schema.requests)


@dataclass(frozen=True, slots=True)
class JobTable:
    """The jobs of a kind, each told without what may be large."""

    table: Table

    def find(self, connection: Connection, number: int) -> Any:
        """Return a job; None if there is none with this number."""
        return next(iter(self.all(connection, self.table.c.number == number)), None)

    def all(
        self, connection: Connection, *where: ColumnElement[bool], newest: int | None = None
    ) -> Sequence[Any]:
        """Return those jobs, the oldest first; or this number of the newest, the newest first."""
        shown = [column for column in self.table.c if not column.info.get("large")]
        number = self.table.c.number
        asked = select(*shown).where(*where).limit(newest)
        return connection.execute(asked.order_by(number.desc() if newest else number)).all()

    def content(self, connection: Connection, number: int, column: Column[Any]) -> bytes | None:
        """Return what a job has in a column that may be large; None if it is not kept."""
        asked = select(column).where(self.table.c.number == number)
        return connection.scalar(asked)

    def add(self, transaction: Transaction, author: str, now: datetime, **values: object) -> int:
        """Have a job wait; return its number."""
        number = transaction.next(self.table)
        row = {"number": number, "author": author, "time": now.isoformat(), "state": WAITING}
        transaction.execute(insert(self.table), row | values)
        return number

    def change(
        self, connection: Connection, number: int, *where: ColumnElement[bool], **values: object
    ) -> bool:
        """Change a job that is not over; say whether it was one.

        With another state, the time counts for which it went on.
        """
        table = self.table.c
        if "state" in values:
            taken = case((table.state.in_(_GOING_ON), time() - table.begun), else_=0.0)
            values = {"seconds": table.seconds + taken} | values
        this = update(self.table).where(table.number == number, table.state.in_(OPEN), *where)
        return connection.execute(this.values(values)).rowcount > 0

    def stop(self, connection: Connection) -> Sequence[Any]:
        """Return what goes on, and count it as no time: nobody knows when that ended."""
        going_on = self.table.c.state.in_(_GOING_ON)
        connection.execute(update(self.table).where(going_on).values(begun=time()))
        return self.all(connection, going_on)


def time() -> float:
    """Return the time of this process in seconds."""
    return utc_now().timestamp()


def seconds_had(
    connection: Connection, tables: Sequence[Table] = _KINDS
) -> defaultdict[str, float]:
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


def in_turn(connection: Connection, waiting: Iterable[Any]) -> list[Any]:
    """Return jobs in their order: by the seconds of their authors, or else the older first.

    For each earlier job of an author the expected seconds count.
    """
    had, turns = seconds_had(connection), []
    for row in waiting:
        turns.append((had[row.author], row.number, row))
        had[row.author] += USUAL
    return [row for *_, row in sorted(turns, key=lambda turn: turn[:2])]
