"""Compiles each statement once a process: else each of a thousand ladders compiles its own."""

from typing import Any, Final

from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

_COMPILED: Final[dict[Any, Any]] = {}


class SharedDialect(SQLiteDialect_pysqlite):
    """SQLite's dialect, which is the same in all engines, and so is what they have compiled."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        engine.update_execution_options(compiled_cache=_COMPILED)


def share_statements() -> None:
    """Have all engines of SQLite's share what they compile."""
    registry.register("sqlite", __name__, SharedDialect.__name__)
