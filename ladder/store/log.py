"""The log of a ladder: its entries, where it ends, and the roster that they come to."""

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from ladder.log.entries import (
    NO_MATCH,
    AnyBody,
    LogEntry,
    Opened,
    kind_of,
    read_body,
    write_body,
)
from ladder.log.roster import RULINGS, Roster, read_roster
from ladder.machine.clock import DAY
from ladder.store import schema
from ladder.store.database import Damaged
from ladder.store.view import View

_TABLE = schema.entries.c


class LogReader(View):
    """Questions to the log."""

    def opened(self) -> Opened:
        """Return the rules of the ladder."""
        (entry,) = self.entries(last=1)
        return entry.opened

    def entries(
        self,
        after: int = 0,
        last: int | None = None,
        *,
        kinds: Collection[str] = (),
        newest_first: bool = False,
        most: int | None = None,
    ) -> Iterator[LogEntry]:
        """Yield the entries of the log in order, of these kinds or all; at most this many."""
        number = _TABLE.number
        asked = select(schema.entries).where(number > after, number <= self._until(last))
        if kinds:
            asked = asked.where(_TABLE.kind.in_(kinds))
        order = number.desc() if newest_first else number
        return map(read_entry, self._stream(asked.order_by(order).limit(most)))

    def head(self) -> tuple[int, str]:
        """Return the number and the digest of the last entry."""
        if self._end:
            return self._end
        row = self._one(select(schema.head))
        return row.number, row.digest

    def arrivals(self, author: str, now: datetime, *kinds: str) -> list[datetime]:
        """Return when entries of an author, of these kinds, came within 24 hours, in order.

        By the clock and not by the log's time. A later arrival came on a wrong clock.
        """
        arrived = _TABLE.arrived
        asked = select(arrived, _TABLE.body).where(
            _TABLE.kind.in_(kinds), arrived > (now - DAY).isoformat(), arrived <= now.isoformat()
        )
        rows = self._all(asked.order_by(arrived))
        found = [(datetime.fromisoformat(time), json.loads(body)) for time, body in rows]
        return [time for time, said in found if author in {said.get("author"), said.get("by")}]

    def find_last(self, body: AnyBody) -> LogEntry | None:
        """Return the newest entry that says just this, if there is one."""
        said = (_TABLE.kind == kind_of(body)) & (_TABLE.body == write_body(body))
        row = self._one(select(schema.entries).where(said).order_by(_TABLE.number.desc()).limit(1))
        return None if row is None else read_entry(row)

    def last_match(self) -> int:
        """Return the number of the match that was planned last; 0 if none was."""
        return self._value(select(schema.head.c.matches)) or 0

    def roster(self, season: int | None = None) -> Roster:
        """Return who is on the ladder, and what counts; or who was on it in a season."""
        asked = select(schema.entries).where(_TABLE.kind.in_(NO_MATCH), _TABLE.number <= self._last)
        return read_roster(map(read_entry, self._all(asked.order_by(_TABLE.number))), season)


def has_changed(connection: Connection, known: int) -> bool:
    """Say whether what counts was changed after an entry."""
    changes = _TABLE.kind.in_(RULINGS)
    asked = select(_TABLE.number).where(_TABLE.number > known, changes).limit(1)
    return connection.scalar(asked) is not None


def insert_entry(connection: Connection, entry: LogEntry, arrived: datetime) -> None:
    """Put an entry into the log."""
    row = {"number": entry.number, "time": entry.time.isoformat(), "digest": entry.digest}
    row |= {"kind": kind_of(entry.body), "body": write_body(entry.body)}
    connection.execute(insert(schema.entries), row | {"arrived": arrived.isoformat()})


def read_entry(row: Any) -> LogEntry:
    try:
        return LogEntry(
            row.number, datetime.fromisoformat(row.time), read_body(row.body), row.digest
        )
    except (msgspec.MsgspecError, ValueError) as error:
        raise Damaged(f"entry {row.number}") from error
