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

from arena.foreign_text import show
from ladder.store import schema
from ladder.store.database import find_url, without_password
from ladder.store.opening import making, open_reader, open_store
from ladder.store.store import Store

# All but the one that says that a ladder is not here any more.
_TABLES: Final = [table for table in schema.metadata.sorted_tables if table is not schema.moved]
# How many rows are in memory at once. The largest have a bot's files, up to 32 MB.
_ROWS: Final = 1000
_LARGE_ROWS: Final = 8

Watch: TypeAlias = Callable[[int, int], None]
"""Is told, now and then, how many rows of how many are copied."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy has."""

    rows: dict[str, int]
    """By table."""
    digest: str
    """Of the last entry of the log."""


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


def move_ladder(source: str, target: str, watch: Watch) -> Copied:
    """Copy a ladder to another place, and have the old one say so to everybody from then on.

    Nobody changes it meanwhile. UserError if a season runs, or if there is something in its new
    place already. Anyone who is killed leaves the old ladder as it was; in the last moment before
    the end there may be a whole copy beside it.
    """
    with open_store(source) as store, store.alone(), _changing_nothing(store) as here:
        with making(target) as there:
            copied = _copy_rows(here, there, watch)
        here.execute(insert(schema.moved).values(id=1, place=_name(target)))
    return copied


@contextmanager
def _changing_nothing(store: Store) -> Iterator[Connection]:
    """Give a connection while no other changes the ladder: all of them look at `moved` first."""
    with store.connections.writing() as here:
        if here.connection.dialect.name == "postgresql":
            here.connection.execute(text("LOCK TABLE moved IN ACCESS EXCLUSIVE MODE"))
        yield here.connection


def _name(place: str) -> str:
    """Return a place as it is called from any folder, without its password."""
    if "://" in place:
        return without_password(place)
    # The name of a file may have bytes that are no text.
    return show(str(Path(find_url(place).database or "").resolve()))


def _copy_rows(here: Connection, there: Connection, watch: Watch) -> Copied:
    sizes = {table: _count(here, table) for table in _TABLES}
    done, total = 0, sum(sizes.values())
    for table in _TABLES:
        for rows in _batches(here, table):
            there.execute(insert(table), rows)
            done += len(rows)
            watch(done, total)
    digest = here.execute(select(schema.head.c.digest)).scalar_one()
    return Copied({table.name: size for table, size in sizes.items()}, digest)


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _batches(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    is_large = any(isinstance(column.type, LargeBinary) for column in table.columns)
    asked = select(table).order_by(*table.primary_key)
    options = {"yield_per": _LARGE_ROWS if is_large else _ROWS}
    for rows in connection.execute(asked, execution_options=options).mappings().partitions():
        yield [dict(row) for row in rows]
