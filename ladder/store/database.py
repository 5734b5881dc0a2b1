"""The database: where it is, how it is opened, and what goes wrong with it, said in sentences."""

import fcntl
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from arena.match.verdict import HostFailure
from arena.mistake import Mistake

# How long a transaction waits for one of another program, in seconds.
_PATIENCE: Final = 20
# Any number that no other program takes for its locks in the same database.
_SEASON: Final = 0x61_72_65_6E_61
_READING: Final[dict[str, dict[str, Any]]] = {
    "sqlite": {"reading": True},
    "postgresql": {"isolation_level": "REPEATABLE READ"},
}


class StoreFailure(HostFailure):
    """The database does not do what it has to. Nothing is half done; the text says what to do."""


def find_url(text: str) -> URL:
    """Return the database that somebody names: a file, or a URL. Mistake if it is neither."""
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).absolute()))
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise Mistake(f"{text!r} is no database; a file is, or postgresql://host/name.") from error
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database:
        return url
    raise Mistake("A ladder is kept in a SQLite file or in PostgreSQL, in no other database.")


def open_engine(url: URL) -> Engine:
    """Return an engine whose transactions see one state and are whole."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, isolation_level="READ COMMITTED")
    engine = create_engine(url, connect_args={"timeout": _PATIENCE})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # Transactions are begun by us, below: sqlite3 itself begins them too late.
    connection.isolation_level = None
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}").close()


def _begin_sqlite(connection: Connection) -> None:
    # Who will write takes the lock at once; two that both hold a reader's lock would wait for ever.
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees one state of the database and changes nothing."""
    options = _READING[engine.dialect.name]
    with saying_what_fails(), engine.connect().execution_options(**options) as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection whose changes are all made at the end, or none."""
    with saying_what_fails(), engine.begin() as connection:
        yield connection


@contextmanager
def saying_what_fails() -> Iterator[None]:
    """Turn the database's errors into a sentence each."""
    try:
        yield
    except DBAPIError as error:
        raise StoreFailure(_explain(error.orig)) from error
    except SQLAlchemyError as error:
        raise StoreFailure(f"the database cannot be used: {error}") from error


_REASONS: Final = {
    "locked": "another program holds the ladder's database; try again when it is done",
    "readonly": "the ladder's database is read-only; it needs a folder and a file to write to",
    "read-only": "the ladder's database is read-only; somebody has set it so",
    "full": "the disk of the ladder's database is full; make room and go on",
    "no space": "the disk of the ladder's database is full; make room and go on",
    "not a database": "the file is no ladder's database",
    "malformed": "the ladder's database is damaged; take its last copy, or an export",
    "unable to open": "the ladder's database cannot be opened; its folder has to be there",
    "connection": "the database server cannot be reached, or has ended; start it and go on",
    "terminating": "the database server was stopped; start it and go on",
}


def _explain(error: BaseException | None) -> str:
    said = str(error).strip()
    for word, reason in _REASONS.items():
        if word in said.lower():
            return f"{reason} ({said.splitlines()[0]})"
    return f"the ladder's database failed: {said}"


@contextmanager
def alone(engine: Engine, patience: float = 0) -> Iterator[None]:
    """Hold what only one program at a time may hold. Mistake if another one does.

    What a killed season has started holds it too, until it has ended a moment later; so who wants
    to go on waits for so many seconds. A database server that was started anew has forgotten who
    held it; two seasons at once would do work twice and count it once.
    """
    if engine.dialect.name == "postgresql":
        # The server lets go of it when the connection ends, however that happens.
        with saying_what_fails(), engine.connect() as connection:
            _insist(lambda: _take_advisory_lock(connection), patience)
            yield
        return
    try:
        lock = Path(f"{engine.url.database}.season").open("w")  # noqa: SIM115 - used just below
    except OSError as error:
        raise StoreFailure(f"{error.filename} cannot be written: {error.strerror}") from error
    with lock:
        _insist(lambda: _take_file_lock(lock), patience)
        yield


def _take_advisory_lock(connection: Connection) -> bool:
    taken = bool(connection.execute(select(func.pg_try_advisory_lock(_SEASON))).scalar_one())
    connection.commit()
    return taken


def _take_file_lock(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _insist(take: Callable[[], bool], patience: float) -> None:
    end = time.monotonic() + patience
    while not take():
        if time.monotonic() >= end:
            raise Mistake("A season of this ladder is running already; it has to end first.")
        time.sleep(0.1)


# --- migrations ---


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection) -> None:
    """Bring the tables to what this program knows, within the connection's transaction.

    Mistake if they were made by a newer program.
    """
    config = _config(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in known:
        raise Mistake(
            "The ladder was used with a newer version of this program, which changed its database;"
            " use that version."
        )
    command.upgrade(config, "head")


def is_current(connection: Connection) -> bool:
    """Say whether the tables are there, and are those that this program knows."""
    context: Any = MigrationContext.configure(connection)
    script = ScriptDirectory.from_config(_config(connection))
    return bool(context.get_current_revision() == script.get_current_head())
