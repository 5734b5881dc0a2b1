"""A transaction that changes a ladder, and what its log has come to by then.

Nobody else adds to the log before it is over: it begins by taking hold of the log's head. The state
of the log is kept from one transaction of a process to the next, so only entries that others have
added since are read. Plans, the bulk of a long log, are read when a rule asks for matches.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    CursorResult,
    Executable,
    Select,
    Table,
    delete,
    func,
    select,
    update,
)

from ladder.log.entries import (
    NO_MATCH,
    Admitted,
    AnyBody,
    Benched,
    Cancelled,
    Excluded,
    LogEntry,
    Planned,
    Played,
    Voided,
    kind_of,
    make_entry,
)
from ladder.log.roster import Roster
from ladder.log.rulebook import LogState, Matches, find_fault, require
from ladder.machine.clock import utc_now
from ladder.matches import Player
from ladder.settings.webhook import EventKind, WebhookEvent
from ladder.store import schema
from ladder.store.database import Damaged
from ladder.store.derived import add_result, forget_ratings
from ladder.store.log import insert_entry, read_entry
from ladder.store.outbox import add_event
from ladder.store.results import first_changed, insert_result

_ENTRIES = schema.entries
BodyT = TypeVar("BodyT", Planned, Voided, Cancelled)


class Transaction:
    """A transaction that changes a ladder, or nothing of it."""

    def __init__(self, connection: Connection, known: LogState | None = None) -> None:
        self.connection = connection
        self.known = known
        """The state of the log when it was last looked at; None if it was not."""
        self._head = connection.execute(select(schema.head).with_for_update()).one()
        self._is_known = False

    @property
    def state(self) -> LogState:
        """The state of the log."""
        if not self._is_known or self.known is None:
            with _refusing_damage():
                self.known = self._catch_up(self.known) or self._read()
            self._is_known = True
            self.known.read_matches = self._read_matches
        return self.known

    @property
    def roster(self) -> Roster:
        """The players of the ladder, and the settings that count."""
        return self.state.roster

    def append(self, body: AnyBody) -> LogEntry:
        """Add an entry to the log; UserError if it may not come next by the rulebook."""
        state = self.state
        now = utc_now()
        # A clock may be put back, and that of another host be behind.
        time = max(now, state.time)
        number = state.number + 1
        # Before its digest: a text that no entry can have has none.
        require(find_fault(state, LogEntry(number, time, body, "")))
        entry = make_entry(state.digest, number, time, body)
        self.add(entry, now)
        self.set_head()
        if isinstance(body, Played):
            add_result(self.connection, entry, state.roster)
        elif isinstance(body, Benched):
            kind, text = EventKind.BENCHED, f"{body.player} is benched."
            event = WebhookEvent(f"{kind}-{number}", kind, time, text, bot=body.player)
            add_event(self.connection, event)
        elif isinstance(body, Excluded | Admitted):
            first = first_changed(self.connection, body, state.roster)
            if first is not None:
                forget_ratings(self.connection, first)
        return entry

    def add(self, entry: LogEntry, arrived: datetime | None = None) -> None:
        """Put an entry behind those that are there; one of another log arrived at its time."""
        state, body = self.state, entry.body
        insert_entry(self.connection, entry, arrived or entry.time)
        if isinstance(body, Played):
            insert_result(self.connection, entry)
            self.forget_voids(body.players)
        elif isinstance(body, Benched):
            self.forget_voids([body.player])
        state.add(entry)

    def forget_voids(self, players: Iterable[Player]) -> None:
        """Keep the voids of these players no longer."""
        self.execute(delete(schema.voids).where(schema.voids.c.player.in_(list(players))))

    def next(self, table: Table) -> int:
        """Return the number after the last of a table."""
        return (self.connection.scalar(select(func.max(table.c.number))) or 0) + 1

    def execute(
        self,
        statement: Executable,
        rows: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    ) -> CursorResult[Any]:
        """Execute a statement on the connection of this transaction."""
        return self.connection.execute(statement, rows)

    def set_head(self) -> None:
        """Say beside the log where it ends."""
        state, matches = self.state, self.state.known_matches
        # A rule that has planned one has asked for them.
        planned = self._head.matches if matches is None else matches.planned
        end = {"number": state.number, "digest": state.digest, "matches": planned}
        self.execute(update(schema.head).values(**end))

    def _catch_up(self, state: LogState | None) -> LogState | None:
        """Read what others have added; None if that does not go on from what is known."""
        if state is None or not 0 < state.number <= self._head.number:
            return None
        if state.digest == self._head.digest:
            return state
        last, *new = self._entries(select(_ENTRIES).where(_ENTRIES.c.number >= state.number))
        if last.digest != state.digest:
            # A transaction was undone, or the ladder is another one since.
            return None
        for entry in new:
            state.add(entry)
        return state

    def _read(self) -> LogState:
        """Read what the log has come to, from as little of it as is needed for that."""
        state = LogState(known_matches=None if self._head.number else Matches())
        for entry in self._entries(select(_ENTRIES).where(_ENTRIES.c.kind.in_(NO_MATCH))):
            state.add(entry)
        if self._head.number:
            (last,) = self._entries(select(_ENTRIES).where(_ENTRIES.c.number == self._head.number))
            state.digest, state.time, state.roster.number = last.digest, last.time, last.number
        return state

    def _read_matches(self) -> Matches:
        matches = Matches()
        matches.played.update(self.connection.scalars(select(schema.results.c.match)))
        with _refusing_damage():
            cancelled = {one.match for one in self._bodies(Cancelled)}
            matches.cancelled = len(cancelled)
            for planned in self._bodies(Planned):
                matches.add(planned)
                if planned.match in matches.played or planned.match in cancelled:
                    del matches.open[planned.match]
            for voided in self._bodies(Voided):
                matches.voids += 1
                if voided.match in matches.open:
                    matches.open[voided.match].attempt += 1
        return matches

    def _entries(self, asked: Select[Any]) -> Iterator[LogEntry]:
        return map(read_entry, self.execute(asked.order_by(_ENTRIES.c.number)))

    def _bodies(self, kind: type[BodyT]) -> Iterator[BodyT]:
        asked = select(_ENTRIES.c.body).where(_ENTRIES.c.kind == kind_of(kind))
        found = self.connection.scalars(asked.order_by(_ENTRIES.c.number))
        return map(msgspec.json.Decoder(kind).decode, found)


@contextmanager
def _refusing_damage() -> Iterator[None]:
    try:
        yield
    except (msgspec.MsgspecError, ValueError) as error:
        raise Damaged("the log") from error
