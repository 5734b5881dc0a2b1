"""A ladder's store: what may be done to its database, each thing whole or not at all."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from arena.match.record import digest_of, pack_record
from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec
from ladder.log import (
    BEGINNING,
    AnyBody,
    Cancelled,
    Entered,
    Entry,
    Opened,
    Played,
    make_entry,
    read_body,
    write_body,
)
from ladder.outcome import conclude, result_of
from ladder.result import Player, Result
from ladder.roster import Roster, read_roster
from ladder.store import schema
from ladder.store.database import (
    alone,
    find_url,
    is_current,
    migrate,
    open_engine,
    reading,
    writing,
)

_CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class Planned:
    """A match that has no result yet."""

    match: int
    plan: rec.Plan
    voids: int = 0
    """How often it was void."""
    reason: str = ""
    """Why it was void the last time."""


class Store:
    """An open ladder. To be closed, or used as a context."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def alone(self, patience: float = 0) -> Iterator[None]:
        """Run a season that is the only one of the ladder; Mistake if one goes on for so long."""
        with alone(self._engine, patience):
            yield

    # --- the log ---

    def opened(self) -> Opened:
        """Return the rules of the ladder."""
        (entry,) = self.entries(last=1)
        assert isinstance(entry.body, Opened)  # noqa: S101 - the log is made so
        return entry.body

    def entries(self, after: int = 0, last: int | None = None) -> Iterator[Entry]:
        """Yield the entries of the log in order."""
        asked = select(schema.entries).where(schema.entries.c.number > after)
        if last is not None:
            asked = asked.where(schema.entries.c.number <= last)
        with reading(self._engine) as connection:
            found = connection.execution_options(yield_per=_CHUNK).execute(
                asked.order_by(schema.entries.c.number)
            )
            for row in found:
                yield _read_entry(row)

    def head(self) -> tuple[int, str]:
        """Return the number and the digest of the last entry."""
        with reading(self._engine) as connection:
            row = connection.execute(select(schema.head)).one()
            return row.number, row.digest

    def append(self, *bodies: AnyBody) -> list[Entry]:
        """Add entries to the log."""
        with writing(self._engine) as connection:
            return [_append(connection, body) for body in bodies]

    def roster(self) -> Roster:
        """Return who is on the ladder, and what counts."""
        table = schema.entries
        asked = select(table).where(table.c.kind.not_in(["played", "opened", "cancelled"]))
        with reading(self._engine) as connection:
            found = connection.execute(asked.order_by(table.c.number))
            return read_roster(map(_read_entry, found))

    # --- results ---

    def results(self, after: int = 0, game: str | None = None) -> Iterator[Result]:
        """Yield all results in order, the excluded too."""
        table = schema.results
        asked = select(table).where(table.c.number > after)
        if game is not None:
            asked = asked.where(table.c.game == game)
        with reading(self._engine) as connection:
            found = connection.execution_options(yield_per=_CHUNK).execute(
                asked.order_by(table.c.number)
            )
            for row in found:
                yield _read_result(row)

    def played(self, match: int) -> Entry | None:
        """Return the entry of a match; None if it has no result."""
        table, kept = schema.entries, schema.results
        asked = select(table).join(kept, kept.c.number == table.c.number)
        with reading(self._engine) as connection:
            row = connection.execute(asked.where(kept.c.match == match)).one_or_none()
        return None if row is None else _read_entry(row)

    def matches_of(self, player: Player, newest: int | None = None) -> list[Entry]:
        """Return the entries of a player's matches, the newest first; all, or so many."""
        table, seen = schema.entries, schema.appearances
        asked = select(table).join(seen, seen.c.number == table.c.number)
        asked = asked.where(seen.c.player == player).order_by(table.c.number.desc())
        with reading(self._engine) as connection:
            return list(map(_read_entry, connection.execute(asked.limit(newest))))

    def record(self, match: int) -> bytes | None:
        """Return the packed record of a match."""
        asked = select(schema.records.c.content).where(schema.records.c.match == match)
        with reading(self._engine) as connection:
            return connection.execute(asked).scalar_one_or_none()

    def records(self) -> Iterator[tuple[int, bytes]]:
        """Yield all matches with their packed records, in the order of the matches."""
        table = schema.records
        with reading(self._engine) as connection:
            found = connection.execution_options(yield_per=100).execute(
                select(table).order_by(table.c.match)
            )
            for row in found:
                yield row.match, row.content

    # --- submissions ---

    def enter(self, entered: Entered, content: bytes) -> Entry:
        """Take a submission in, with its entry. Mistake if that version was taken meanwhile."""
        kept, log = schema.submissions, schema.entries
        with writing(self._engine) as connection:
            _lock_head(connection)
            known = connection.execute(select(kept.c.digest).where(kept.c.digest == entered.digest))
            if known.one_or_none() is None:
                connection.execute(insert(kept).values(digest=entered.digest, content=content))
            bodies = connection.execute(select(log.c.body).where(log.c.kind == "entered")).scalars()
            taken = {json.loads(body)["player"] for body in bodies}
            if entered.player in taken:
                raise Mistake(f"{entered.player} has come in meanwhile; submit it again.")
            return _append(connection, entered)

    def submission(self, digest: str) -> bytes | None:
        """Return a submission as a gzipped tar."""
        kept = schema.submissions
        with reading(self._engine) as connection:
            asked = select(kept.c.content).where(kept.c.digest == digest)
            return connection.execute(asked).scalar_one_or_none()

    def digests(self) -> list[str]:
        """Return the digests of all submissions."""
        with reading(self._engine) as connection:
            asked = select(schema.submissions.c.digest)
            return sorted(connection.execute(asked).scalars())

    # --- matches ---

    def plan(self, plan: rec.Plan) -> Planned:
        """Put a match in the queue; it gets its number."""
        with writing(self._engine) as connection:
            match = _lock_head(connection).matches + 1
            connection.execute(update(schema.head).values(matches=match))
            content = plan.SerializeToString(deterministic=True)
            connection.execute(
                insert(schema.queue).values(match=match, plan=content, voids=0, reason="")
            )
        return Planned(match, plan)

    def queue(self) -> list[Planned]:
        """Return the matches that have no result yet, the oldest first."""
        with reading(self._engine) as connection:
            found = connection.execute(select(schema.queue).order_by(schema.queue.c.match)).all()
        return [
            Planned(row.match, rec.Plan.FromString(row.plan), row.voids, row.reason)
            for row in found
        ]

    def finish(self, match: int, record: rec.Record) -> Entry | None:
        """Put result, record and entry into the log, once; None if the match is not open.

        So a match that was run twice counts once.
        """
        content = pack_record(record)
        body = conclude(match, record, digest_of(content))
        with writing(self._engine) as connection:
            if not _take_from_queue(connection, match):
                return None
            connection.execute(insert(schema.records).values(match=match, content=content))
            return _append(connection, body)

    def void(self, match: int, reason: str) -> None:
        """Take note that a match was void; it is to be played again."""
        table = schema.queue
        with writing(self._engine) as connection:
            connection.execute(
                update(table)
                .where(table.c.match == match)
                .values(voids=table.c.voids + 1, reason=reason)
            )

    def cancel(self, match: int, reason: str) -> Entry | None:
        """Say in the log that a match will not be played; None if it is not open."""
        with writing(self._engine) as connection:
            if not _take_from_queue(connection, match):
                return None
            return _append(connection, Cancelled(match, reason))

    # --- checkpoints ---

    def checkpoint(self) -> tuple[int, str] | None:
        """Return the newest kept state of the live ratings, and the entry after which it was so."""
        with reading(self._engine) as connection:
            row = connection.execute(select(schema.checkpoints)).one_or_none()
        return None if row is None else (row.number, row.state)

    def keep_checkpoint(self, number: int, state: str) -> None:
        with writing(self._engine) as connection:
            connection.execute(delete(schema.checkpoints))
            connection.execute(insert(schema.checkpoints).values(number=number, state=state))

    def drop_checkpoint(self) -> None:
        """Forget it: what it was made from counts otherwise now."""
        with writing(self._engine) as connection:
            connection.execute(delete(schema.checkpoints))


def create_store(place: str, opened: Opened) -> Store:
    """Make a ladder. Mistake if there is one already."""
    engine = open_engine(find_url(place))
    with writing(engine) as connection:
        _make_empty(connection, place)
        _append(connection, opened)
    return Store(engine)


def fill_store(
    place: str,
    entries: Sequence[Entry],
    records: Mapping[int, bytes],
    submissions: Mapping[str, bytes],
) -> None:
    """Make a ladder of a log that has been checked. Mistake if there is one already."""
    engine = open_engine(find_url(place))
    with writing(engine) as connection:
        _make_empty(connection, place)
        for entry in entries:
            _insert(connection, entry)
        for match, content in records.items():
            connection.execute(insert(schema.records).values(match=match, content=content))
        for digest, content in submissions.items():
            connection.execute(insert(schema.submissions).values(digest=digest, content=content))
        connection.execute(
            update(schema.head).values(
                number=entries[-1].number,
                digest=entries[-1].digest,
                matches=max(records, default=0),
            )
        )
    engine.dispose()


def open_store(place: str) -> Store:
    """Open a ladder. Mistake if there is none, or one of a newer program."""
    url = find_url(place)
    if url.get_backend_name() == "sqlite":
        _require_file(url.database or "", place)
    engine = open_engine(url)
    with reading(engine) as connection:
        current = is_current(connection)
    if not current:
        with writing(engine) as connection:
            migrate(connection)
    with reading(engine) as connection:
        if connection.execute(select(schema.head)).one_or_none() is None:
            raise Mistake(f"There is no ladder in {place}; ladder init makes one.")
    return Store(engine)


def _require_file(name: str, place: str) -> None:
    from pathlib import Path  # noqa: PLC0415

    if not Path(name).is_file():
        raise Mistake(f"There is no ladder in {place}; ladder init makes one.")


def _lock_head(connection: Connection) -> Any:
    """Return where the log ends, and let nobody else add to it before this transaction is over."""
    return connection.execute(select(schema.head).with_for_update()).one()


def _take_from_queue(connection: Connection, match: int) -> bool:
    done = connection.execute(delete(schema.queue).where(schema.queue.c.match == match))
    return bool(done.rowcount)


def _make_empty(connection: Connection, place: str) -> None:
    migrate(connection)
    if connection.execute(select(func.count()).select_from(schema.head)).scalar_one():
        raise Mistake(f"There is a ladder in {place} already; choose another place.")
    connection.execute(insert(schema.head).values(id=1, number=0, digest=BEGINNING, matches=0))


def _append(connection: Connection, body: AnyBody) -> Entry:
    head = _lock_head(connection)
    entry = make_entry(head.digest, head.number + 1, datetime.now(UTC), body)
    _insert(connection, entry)
    connection.execute(update(schema.head).values(number=entry.number, digest=entry.digest))
    return entry


def _insert(connection: Connection, entry: Entry) -> None:
    """Put an entry into the log, and what follows from it into the other tables."""
    connection.execute(
        insert(schema.entries).values(
            number=entry.number,
            time=entry.time.isoformat(),
            kind=type(entry.body).__struct_config__.tag,
            body=write_body(entry.body),
            digest=entry.digest,
        )
    )
    if isinstance(entry.body, Played):
        result = result_of(entry.number, entry.time, entry.body)
        connection.execute(
            insert(schema.results).values(
                number=entry.number,
                match=entry.body.match,
                time=entry.time.isoformat(),
                game=result.game,
                teams=json.dumps(result.teams),
                ranks=json.dumps(result.ranks),
            )
        )
        seen = [{"player": player, "number": entry.number} for player in entry.body.players]
        connection.execute(insert(schema.appearances), seen)


def _read_entry(row: Any) -> Entry:
    time = datetime.fromisoformat(row.time)
    return Entry(row.number, time, read_body(row.body), row.digest)


def _read_result(row: Any) -> Result:
    return Result(
        row.number,
        str(row.match),
        row.game,
        tuple(map(tuple, json.loads(row.teams))),
        tuple(json.loads(row.ranks)),
        datetime.fromisoformat(row.time),
    )
