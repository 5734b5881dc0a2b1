"""Copies of a whole ladder, row by row, from one database to another of either kind.

An export has what is public. A copy has every table: the queue with its secret seeds, tokens,
uploads, requests, what bots have printed, ratings and counts, so the boards of both have
the same bytes.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import Connection, LargeBinary, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from arena.errors import UserError
from ladder.store import schema
from ladder.store.database import find_url, open_engine, reading
from ladder.store.opening import making, open_reader

_TABLES: Final = schema.metadata.sorted_tables
# How many rows are in memory at once. The largest have a bot's files, up to 32 MB.
_ROWS: Final = 1000
_LARGE_ROWS: Final = 8
_NO_TABLES: Final = text(
    "SELECT count(*) FROM sqlite_master"
    " WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
)

Watch: TypeAlias = Callable[[int, int], None]
"""Is told, now and then, how many rows of how many are copied."""


@dataclass(frozen=True, slots=True)
class Copied:
    """The content of a copy."""

    rows: dict[str, int]
    """By table."""
    digest: str
    """The last entry of the log."""


def copy_ladder(source: str, target: str, watch: Watch) -> Copied:
    """Make a copy of a ladder as it is at one moment, while others may go on with it.

    It is there whole or not at all. UserError if there is something in its place already.
    """
    with (
        open_reader(source) as reader,
        reader.connections.reading() as here,
        making(target) as there,
    ):
        return _copy_rows(here, there, watch)


@contextmanager
def expecting_tables(file: Path, name: Path) -> Iterator[None]:
    """UserError if a stranger's file of SQLite has more than a ladder's tables, or others.

    More are views, say, which may have no end. Foreign tables are told as a fault of `name`.
    """
    engine = open_engine(find_url(str(file)), read_only=True)
    try:
        with reading(engine) as here:
            if here.scalar(_NO_TABLES):
                raise UserError("There is more in it than the tables of a ladder.")
        yield
    except DBAPIError as error:
        raise UserError(f"{name} is no backup; its tables are not those of a ladder.") from error
    finally:
        engine.dispose()


def _copy_rows(here: Connection, there: Connection, watch: Watch) -> Copied:
    counts = {table: select(func.count()).select_from(table) for table in _TABLES}
    sizes = {table: here.scalar(asked) or 0 for table, asked in counts.items()}
    done, total = 0, sum(sizes.values())
    for table in _TABLES:
        for rows in _batches(here, table):
            there.execute(insert(table), rows)
            done += len(rows)
            watch(done, total)
    digest = here.execute(select(schema.head.c.digest)).scalar_one()
    return Copied({table.name: size for table, size in sizes.items()}, digest)


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    is_large = any(isinstance(column.type, LargeBinary) for column in table.columns)
    asked = select(table).order_by(*table.primary_key)
    options = {"yield_per": _LARGE_ROWS if is_large else _ROWS}
    for rows in connection.execute(asked, execution_options=options).mappings().partitions():
        yield [dict(row) for row in rows]
