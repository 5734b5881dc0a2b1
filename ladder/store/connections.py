"""The connections of an open ladder: some to read by, and one to write by.

Every change that a process makes goes through that one connection, and what a decision has to know
is read on it. So nobody who holds a transaction waits for a second connection, and what was read is
not out of date. Writers wait in front of it, and not with a connection in their hands.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock

from sqlalchemy import URL, Connection

from ladder.log.rulebook import LogState
from ladder.shares import WRITERS
from ladder.store.database import Away, find_patience, open_engine, reading, transaction
from ladder.store.transaction import Transaction
from ladder.store.view import View


class TooManyWriters(Away):
    """One more cannot wait to write; nothing is changed."""

    def __init__(self) -> None:
        super().__init__("too many are changing this ladder; try again in a minute")


class Connections:
    """The connections of a process to a ladder. Any number of threads may use them."""

    def __init__(self, url: URL, *, read_only: bool) -> None:
        self.url = url
        self._patience = find_patience(url)
        self._readers = open_engine(url, read_only=read_only)
        self._writer = open_engine(url, read_only=read_only)
        self._places = BoundedSemaphore(WRITERS)
        self._turn = Lock()
        # The state of the log after the last entry that was added here.
        self._state: LogState | None = None

    @property
    def file(self) -> Path | None:
        """The file of the ladder; None if that is a server."""
        is_file = self.url.get_backend_name() == "sqlite"
        return Path(self.url.database or "") if is_file else None

    def close(self) -> None:
        self._readers.dispose()
        self._writer.dispose()

    def reading(self) -> AbstractContextManager[Connection]:
        """Give a connection that sees one state of the database and changes nothing."""
        return reading(self._readers)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Give a transaction, to one at a time; its changes are all made at the end, or none.

        TooManyWriters if as many wait already, or if those before take longer than a database may.
        """
        with self._in_turn(), transaction(self._writer) as connection:
            begun = Transaction(connection, self._state)
            try:
                yield begun
            finally:
                # If nothing comes of it the next one sees that, by the number and the digest.
                self._state = begun.known

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise TooManyWriters
        try:
            if not self._turn.acquire(timeout=self._patience):
                raise TooManyWriters
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()


class Writer:
    """Gives the transactions that change a ladder."""

    connections: Connections

    def writing(self) -> AbstractContextManager[Transaction]:
        """Give a transaction, to one at a time, as `Connections.writing` does."""
        return self.connections.writing()


class Changes(View, Writer):
    """Questions to some tables of a ladder, and changes of them."""

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections.reading)
        self.connections = connections
