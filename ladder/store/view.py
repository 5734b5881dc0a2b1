"""A view of a ladder's database: each question sees one state of it, and changes nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, Executable, Select

P = ParamSpec("P")
T = TypeVar("T")
# No ladder comes near this number, and every database can look for it.
MOST: Final = 2**31 - 1
# How many rows of a stream are in memory.
_CHUNK: Final = 10_000


class View:
    """A ladder's database, whose log may be asked as if it ended earlier.

    `connect` gives a connection for a question: of a pool, or that of a transaction. `end` is the
    number and the digest of the entry with which the log ends.
    """

    def __init__(
        self,
        connect: Callable[[], AbstractContextManager[Connection]],
        end: tuple[int, str] | None = None,
    ) -> None:
        self._connect = connect
        self._end = end
        self._last = end[0] if end else MOST

    @classmethod
    def within(cls, connection: Connection) -> Self:
        """Return the ladder as a transaction sees it."""
        return cls(lambda: nullcontext(connection))

    def _until(self, last: int | None) -> int:
        """Return the entry with which a question ends, of those that are there."""
        return self._last if last is None else min(last, self._last)

    def _ask(
        self, question: Callable[Concatenate[Connection, P], T], *words: P.args, **named: P.kwargs
    ) -> T:
        """Return the answer to a question of several statements."""
        with self._connect() as connection:
            return question(connection, *words, **named)

    def _all(self, asked: Executable, values: dict[str, Any] | None = None) -> Sequence[Any]:
        with self._connect() as connection:
            return connection.execute(asked, values).all()

    def _one(self, asked: Executable) -> Any:
        """Return a row; None if there is none."""
        with self._connect() as connection:
            return connection.execute(asked).one_or_none()

    def _value(self, asked: Select[tuple[T]]) -> T | None:
        """Return the one column of the first row; None if there is none."""
        return next(iter(self._values(asked)), None)

    def _values(self, asked: Select[tuple[T]]) -> list[T]:
        """Return the one column of all rows."""
        with self._connect() as connection:
            return list(connection.scalars(asked))

    def _stream(self, asked: Select[Any], chunk: int = _CHUNK) -> Iterator[Any]:
        """Yield rows as they are wanted, of the state when the first one was."""
        with (
            self._connect() as connection,
            connection.execute(asked, execution_options={"yield_per": chunk}) as found,
        ):
            yield from found
