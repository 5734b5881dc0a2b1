"""How a ladder's database is made, filled from an export, and opened."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, func, insert, inspect, select

from arena.errors import UserError
from ladder.log.entries import BEGINNING, Cancelled, LogEntry, Opened
from ladder.log.versions import fault_in_versions
from ladder.machine.private import find_exposed, make_private
from ladder.store import schema, upgrade
from ladder.store.connections import Connections
from ladder.store.database import (
    StoreFailure,
    find_url,
    open_engine,
    reading,
    require_encoding,
    saying_what_fails,
    transaction,
    without_password,
)
from ladder.store.reader import Reader
from ladder.store.store import Ladder, Store
from ladder.store.transaction import Transaction

_LEFT_BEHIND: Final = "its plan stayed behind at an import"


def create_store(place: str, opened: Opened) -> Store:
    """Make a ladder. UserError if there is one already."""
    with making(place) as connection:
        _begin_log(connection).append(opened)
    return open_store(place)


def fill_store(
    place: str,
    proved: Iterable[tuple[LogEntry, bytes | None]],
    submissions: Iterable[tuple[str, bytes]],
) -> None:
    """Make a ladder of a log, each match with its record. UserError if there is one already.

    They may be checked as they come, the submissions last: if that fails no ladder is made. A match
    that was planned and not played is cancelled: its plan is secret, so it stayed behind.
    """
    with making(place) as connection:
        transaction = _begin_log(connection)
        for entry, record in proved:
            transaction.add(entry)
            if record is not None:
                row = {"match": entry.played.match, "content": record}
                connection.execute(insert(schema.records), row)
        for match in list(transaction.state.matches.open):
            transaction.append(Cancelled(match, _LEFT_BEHIND, by=""))
        transaction.set_head()
        for digest, content in submissions:
            connection.execute(insert(schema.submissions).values(digest=digest, content=content))


def _begin_log(connection: Connection) -> Transaction:
    connection.execute(insert(schema.head).values(id=1, number=0, digest=BEGINNING, matches=0))
    return Transaction(connection)


def open_store(place: str) -> Store:
    """Open a ladder. UserError if there is none, or one of another program."""
    url, revision = _find_ladder(place)
    if revision != upgrade.NEWEST:
        with _engine(url) as engine, transaction(engine) as connection:
            upgrade.upgrade(connection)
    return Store(_connect(url))


def open_reader(place: str) -> Ladder:
    """Open a ladder to look at it only. UserError as `open_store` has it, and for an older one."""
    url, revision = _find_ladder(place)
    if revision != upgrade.NEWEST:
        raise UserError(
            f"The ladder in {without_password(place)} was made by another version of this"
            " program; ladder show brings one of an older version up to date."
        )
    return Ladder(_connect(url, read_only=True))


def _connect(url: URL, *, read_only: bool = False) -> Connections:
    """Return the connections to a ladder. UserError if it is of another release."""
    connections = Connections(url, read_only=read_only)
    with ExitStack() as held:
        held.callback(connections.close)
        if fault := fault_in_versions(Reader(connections.reading).opened()):
            raise UserError(f"This ladder is not of this program's release: {fault}.")
        held.pop_all()
    return connections


def _find_ladder(place: str) -> tuple[URL, str]:
    """Return a database and the last migration that was run. UserError if there is no ladder."""
    url = find_url(place)
    none = UserError(f"There is no ladder in {without_password(place)}; ladder init makes one.")
    if _file(url) is not None and not Path(url.database or "").is_file():
        raise none
    with _engine(url, read_only=True) as engine, reading(engine) as connection:
        revision = upgrade.find_revision(connection)
    if revision is None:
        raise none
    return url, revision


def fault_in_privacy(place: str) -> str:
    """Return what mends it where others can read a ladder's file; nothing where nobody can."""
    file = _file(find_url(place))
    ends = ("", "-wal", "-shm")
    return find_exposed(Path(f"{file}{end}") for end in ends) if file else ""


def require_private(place: str) -> None:
    """UserError if others can read a ladder's file, and so the seeds of running matches."""
    if exposed := fault_in_privacy(place):
        raise UserError(f"{without_password(place)} is not played or served: {exposed}.")


@contextmanager
def _engine(url: URL, *, read_only: bool = False) -> Iterator[Engine]:
    engine = open_engine(url, read_only=read_only)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def making(place: str) -> Iterator[Connection]:
    """Give a connection to the empty tables of a ladder that is being made.

    If anything fails there is none. UserError if there is something in its place already.
    """
    url = find_url(place)
    named = without_password(place)
    taken = UserError(f"There is something in {named} already; a ladder needs a place of its own.")
    file = _file(url)
    if file is None:
        with _engine(url) as engine, _filling(engine, taken) as connection:
            yield connection
        return
    if file.exists():
        raise taken
    with _appearing(file, taken) as partial:
        # It has secrets. SQLite gives what it puts beside a file that file's rights.
        os.close(make_private(partial))
        with _engine(url.set(database=str(partial))) as engine:
            _let_read_while_writing(engine)
            with _filling(engine, taken) as connection:
                yield connection


def _file(url: URL) -> Path | None:
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


@contextmanager
def _filling(engine: Engine, taken: UserError) -> Iterator[Connection]:
    """Make the tables, as long as there are no others."""
    with transaction(engine) as connection:
        if engine.dialect.name != "sqlite":
            # Else two that find nothing there would both make the same tables. By a number that
            # is none of `ladder.store.locks`.
            connection.execute(select(func.pg_advisory_xact_lock(0x61_72_65_6E_64)))
        if inspect(connection).get_table_names():
            raise taken
        require_encoding(connection)
        upgrade.make_tables(connection)
        yield connection


@contextmanager
def _appearing(file: Path, taken: UserError) -> Iterator[Path]:
    """Give a name under which a file is made that is there at the end, whole or not at all."""
    partial = file.with_name(f"{file.name}.{os.urandom(4).hex()}.partial")
    try:
        yield partial
        # A rename would take the place of what another program has made meanwhile.
        os.link(partial, file)
    except FileExistsError as error:
        raise taken from error
    except OSError as error:
        raise StoreFailure(
            f"{file} cannot be made: {error.strerror}; its folder has to be there, and open to be"
            " written to"
        ) from error
    finally:
        for path in (partial, *(Path(f"{partial}{end}") for end in ("-wal", "-shm"))):
            path.unlink(missing_ok=True)


def _let_read_while_writing(engine: Engine) -> None:
    # Stays so with the file, and can be set outside a transaction only.
    with saying_what_fails(), closing(engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA journal_mode = WAL")
