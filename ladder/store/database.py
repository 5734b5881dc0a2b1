"""The database: where it is, how it is opened, and what goes wrong with it, said in sentences."""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote as quote_for_url

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as TooManyConnections

from arena.errors import HostFailure, UserError
from arena.foreign_text import quote

# How long a writer waits for others, those of other programs too, in seconds: as long as ?timeout=
# of the URL says, or this.
PATIENCE: Final = 20
# A file system allows 255 bytes, and SQLite and we add to the end of a name.
_LONGEST_NAME: Final = 230
# For SQLite, of a file that nobody writes.
_UNCHANGING: Final = {"uri": "true", "immutable": "1"}
_READING: Final[dict[str, dict[str, Any]]] = {
    "sqlite": {"reading": True},
    "postgresql": {"isolation_level": "REPEATABLE READ"},
}
_REMEDY: Final = "take its last copy, or an export"
_SQLITE: Final = b"SQLite format 3\0"


class StoreFailure(HostFailure):
    """The database does not do what it has to; nothing is half done.

    The text says what went wrong, and what to do about it. Waiting does not help.
    """


class Away(StoreFailure):
    """The database is away, full, or held by another program: a season and a server wait for it."""


class Damaged(StoreFailure):
    """The database does not hold what was written to it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} in the ladder's database is damaged; {_REMEDY}")


def find_url(text: str) -> URL:
    """Return the database that somebody names: a file, or a URL. UserError if it is neither."""
    if "://" not in text:
        if len(os.fsencode(Path(text).name)) > _LONGEST_NAME:
            raise UserError(f"'{text[:40]}...' is too long a name for a ladder's file.")
        return URL.create("sqlite", database=str(Path(text).absolute()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        # It is not repeated: where its password is nobody can say.
        raise UserError("That URL is no database; a file is, or postgresql://host/name.") from error
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database not in {None, "", ":memory:"}:
        return url
    raise UserError("A ladder is kept in a SQLite file or in PostgreSQL, in no other database.")


def require_no_database(file: Path) -> None:
    """UserError if a file that is to be written over is a database, as a ladder is."""
    with suppress(OSError), file.open("rb") as content:
        if content.read(len(_SQLITE)) == _SQLITE:
            raise UserError(f"{file} is a ladder or another database; name another file.")


def without_password(place: str) -> str:
    """Return how a file or a valid URL is named where others may read it, such as a CI's log."""
    if "://" not in place:
        return place
    url = make_url(place)
    # SQLAlchemy hides the one before the host; PostgreSQL takes one among the parameters, too.
    secret = [name for name in url.query if "password" in name.lower()]
    return url.difference_update_query(secret).render_as_string(hide_password=True)


def find_patience(url: URL) -> float:
    """Return for how many seconds a writer waits for others. UserError if a URL says it wrongly."""
    said = str(url.query.get("timeout", PATIENCE))
    if not re.fullmatch(r"\d{1,6}(\.\d+)?", said):
        raise UserError("The timeout of that URL is no number of seconds; expected ?timeout=20.")
    return float(said)


def open_engine(url: URL, *, read_only: bool = False) -> Engine:
    """Return an engine whose transactions see one state and are whole.

    With `read_only` the database itself refuses every change that somebody tries with it.
    """
    patience = find_patience(url)
    if url.get_backend_name() != "sqlite":
        engine = create_engine(
            url.difference_update_query(["timeout"]),
            pool_pre_ping=True,
            isolation_level="READ COMMITTED",
            # Else a database without an encoding answers in bytes, which SQLAlchemy cannot read.
            connect_args={"client_encoding": "utf8"},
        )
        event.listen(engine, "connect", partial(_limit_waiting, patience))
        if read_only:
            event.listen(engine, "connect", _refuse_changes_on_server)
        return engine
    if _is_closed(Path(url.database or "")):
        url = url.set(database=f"file:{quote_for_url(url.database or '')}").update_query_dict(
            _UNCHANGING
        )
    engine = create_engine(url.update_query_dict({"timeout": str(patience)}))
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    if read_only:
        event.listen(engine, "connect", _refuse_changes)
    return engine


def require_encoding(connection: Connection) -> None:
    """UserError if a database on a server cannot keep every text."""
    if connection.dialect.name == "sqlite":
        return
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        name = connection.engine.url.database
        raise UserError(
            f"The encoding of the database {name} is {encoding}, and a ladder needs UTF8; make it"
            f" by: createdb --template template0 --encoding UTF8 {name}"
        )


def _limit_waiting(patience: float, connection: Any, _: object) -> None:
    # A server has its clients wait for each other without end.
    connection.execute(f"SET lock_timeout = '{patience}s'")
    connection.commit()


def _refuse_changes(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA query_only = ON").close()


def _refuse_changes_on_server(connection: Any, _: object) -> None:
    connection.read_only = True


def _is_closed(file: Path) -> bool:
    """Say whether a file can be read but nothing be put beside it, which SQLite would want.

    Changes that a program has left beside the file can be read if that program may do so.
    """
    beside = file.with_name(f"{file.name}-wal")
    return file.is_file() and not os.access(file.parent, os.W_OK) and not beside.exists()


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    # Transactions are begun by us, below: sqlite3 itself begins them too late.
    connection.isolation_level = None
    for setting in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}").close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes the lock at once; two that both hold a reader's lock would wait for ever.
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees one state of the database and changes nothing."""
    options = _READING[engine.dialect.name]
    with saying_what_fails(), engine.connect().execution_options(**options) as connection:
        yield connection


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """Give a connection to whatever is there; its changes are all made at the end, or none."""
    with saying_what_fails(), engine.begin() as connection:
        yield connection


@contextmanager
def saying_what_fails() -> Iterator[None]:
    """Turn what a database cannot do into a sentence. Any other error of it is a bug, and stays."""
    try:
        yield
    except UnicodeEncodeError as error:
        # A word of the command line that was no UTF-8.
        raise UserError(f"{quote(error.object)} is no text in UTF-8.") from error
    except TooManyConnections as error:
        raise Away("too many ask the ladder's database at once; try again in a minute") from error
    except (DBAPIError, sqlite3.Error) as error:
        if failure := _explain(error):
            raise failure from error
        raise


_AWAY: Final = "the database server cannot be reached, or lets nobody in; start it and go on"
_HELD: Final = "another program holds the ladder's database; try again when it is done"
_FULL: Final = "the disk of the ladder's database is full, or fails; make room and go on"
_REFUSED: Final = "the database server allows this user no changes there; its owner can"
# By how the names of SQLite's errors begin, or PostgreSQL's codes; the first that fits.
_REASONS: Final = {
    # SQLite's protocol fails where many begin at once.
    ("SQLITE_BUSY", "SQLITE_PROTOCOL", "40", "55P03"): _HELD,
    # Also where there is no room for what SQLite keeps beside its file.
    ("SQLITE_FULL", "SQLITE_IOERR", "53100"): _FULL,
    ("08", "53", "57"): _AWAY,
    ("SQLITE_CORRUPT", "58", "XX"): f"the ladder's database is damaged; {_REMEDY}",
    ("25006", "3F", "42501"): _REFUSED,
    ("SQLITE_READONLY",): "the ladder's database is read-only; its file and its folder have to be"
    " open to be written to",
    ("SQLITE_CANTOPEN",): "the ladder's database cannot be opened; its folder has to be there, and"
    " open to be written to",
}


def _explain(error: Exception) -> Exception | None:
    """Return what is told of an error of a database; None for a bug."""
    told = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(told, "sqlite_errorname", None) or getattr(told, "sqlstate", None) or ""
    if code == "SQLITE_NOTADB":
        return UserError("That file is no database, so there is no ladder in it.")
    # Without an answer of a server, psycopg has no code. SQLite has no server.
    if not code and isinstance(error, OperationalError) and not isinstance(told, sqlite3.Error):
        code = "08"
    for begins, reason in _REASONS.items():
        if code.startswith(begins):
            kind = Away if reason in {_AWAY, _HELD, _FULL} else StoreFailure
            return kind(f"{reason} ({_one_line(told)})")
    return None


def _one_line(error: BaseException | None) -> str:
    return " ".join(str(error).split()).rstrip(".")
