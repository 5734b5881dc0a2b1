"""What a database says of itself when something is wrong: waited for, told, or a bug."""

import sqlite3

import psycopg
import pytest
from psycopg import errors
from sqlalchemy.exc import DBAPIError

from arena.errors import UserError
from ladder.store.database import Away, StoreFailure, saying_what_fails


def of_sqlite(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("it said so")
    error.sqlite_errorname = name
    return error


def raised(error: Exception) -> BaseException:
    """Return what comes of an error of a driver, as SQLAlchemy wraps it."""
    driver = sqlite3 if isinstance(error, sqlite3.Error) else psycopg
    wrapped = DBAPIError.instance("SELECT 1", {}, error, driver.Error)
    with pytest.raises(Exception) as found, saying_what_fails():  # noqa: PT011 - told below
        raise wrapped
    return error if found.value is wrapped else found.value


@pytest.mark.parametrize(
    "error",
    [
        of_sqlite("SQLITE_BUSY_SNAPSHOT"),
        of_sqlite("SQLITE_PROTOCOL"),
        of_sqlite("SQLITE_FULL"),
        of_sqlite("SQLITE_IOERR_SHMSIZE"),
        errors.DiskFull("it said so"),
        errors.OutOfMemory("it said so"),
        errors.AdminShutdown("it said so"),
        errors.QueryCanceled("it said so"),
        errors.LockNotAvailable("it said so"),
        errors.DeadlockDetected("it said so"),
        psycopg.OperationalError("it said so"),
    ],
    ids=repr,
)
def test_a_database_that_is_away_held_or_full_is_waited_for(error: Exception) -> None:
    assert isinstance(raised(error), Away)


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (of_sqlite("SQLITE_CORRUPT_VTAB"), "take its last copy, or an export"),
        (of_sqlite("SQLITE_READONLY_DBMOVED"), "have to be open to be written to"),
        (of_sqlite("SQLITE_CANTOPEN"), "its folder has to be there"),
        (errors.DataCorrupted("it said so"), "take its last copy, or an export"),
        (errors.IoError("it said so"), "take its last copy, or an export"),
        (errors.ReadOnlySqlTransaction("it said so"), "its owner can"),
        (errors.InsufficientPrivilege("it said so"), "its owner can"),
    ],
    ids=repr,
)
def test_what_waiting_does_not_mend_is_told_with_its_remedy(error: Exception, remedy: str) -> None:
    failure = raised(error)
    assert isinstance(failure, StoreFailure)
    assert not isinstance(failure, Away)
    assert remedy in str(failure)
    assert str(failure).endswith("(it said so)")


@pytest.mark.parametrize(
    "error",
    [
        of_sqlite("SQLITE_ERROR"),
        of_sqlite("SQLITE_CONSTRAINT_UNIQUE"),
        sqlite3.ProgrammingError("Cannot operate on a closed database."),
        errors.UniqueViolation("it said so"),
        errors.UndefinedColumn("it said so"),
        psycopg.ProgrammingError("it said so"),
    ],
    ids=repr,
)
def test_any_other_error_is_a_bug_and_stays_as_it_is(error: Exception) -> None:
    assert raised(error) is error


def test_a_file_that_is_no_database_is_bad_input() -> None:
    assert isinstance(raised(of_sqlite("SQLITE_NOTADB")), UserError)
