"""The space that a ladder takes, and how it gives back what it does not need any more.

A database keeps the room of what was deleted, such as old files and logs of bots, for what comes.
"""

from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, Engine

from ladder.store import schema
from ladder.store.database import open_engine, saying_what_fails


def vacuum(url: URL) -> tuple[int, int]:
    """Give back what is free; return how many bytes the ladder took before, and takes now.

    Others may read a file meanwhile; on a server they wait. StoreFailure if it is held for long,
    or there is no room for the copy that it takes.
    """
    engine = open_engine(url)
    try:
        with saying_what_fails():
            before = _measure(engine)
            _vacuum(engine)
            return before, _measure(engine)
    finally:
        engine.dispose()


def _vacuum(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        # Not within a transaction, which SQLAlchemy would begin.
        with closing(engine.raw_connection()) as connection:
            for command in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                connection.cursor().execute(command)
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for name in schema.metadata.tables:
            connection.exec_driver_sql(f'VACUUM (FULL) "{name}"')


def _measure(engine: Engine) -> int:
    """Return how many bytes a ladder takes, with what SQLite keeps beside its file."""
    if engine.dialect.name == "sqlite":
        file = Path(engine.url.database or "")
        beside = (file, file.with_name(f"{file.name}-wal"))
        return sum(path.stat().st_size for path in beside if path.exists())
    with engine.connect() as connection:
        size: int = connection.exec_driver_sql(
            "SELECT pg_database_size(current_database())"
        ).scalar_one()
        return size
