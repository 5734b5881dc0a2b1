"""The locks of a ladder: one program at a time plays it, one makes its
ratings again, and one publishes what is planned.

In SQLite one is a lock on a file (`flock`), in PostgreSQL an advisory lock of a session. Either
ends with its holder, however that ends. But a server that is started again has forgotten who held
it, while the season goes on; so a season takes it again as soon as there is a server, and before it
changes anything, and for a while nobody else may.
"""

import fcntl
import os
import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from arena.errors import HostFailure, UserError
from ladder.machine.pulse import BEAT
from ladder.store.database import Away, StoreFailure, open_engine, saying_what_fails
from ladder.store.settings import find_pulse

# By number, of which no other program takes any for its locks in the same database.
_NUMBERS: Final = {
    "season": 0x61_72_65_6E_61,
    "rating": 0x61_72_65_6E_62,
    "publishing": 0x61_72_65_6E_63,
}
# So long after a server's start the lock is left to a season that has not said that it is over, in
# seconds. That asks for it twice a second.
LEFT_TO_IT: Final = 4 * BEAT
_HELD: Final = "A season or a check of this ladder is running already; it has to end first."
_RESTARTED: Final = (
    "The database server was started a moment ago, and a season may be going on; try again in"
    f" {LEFT_TO_IT:.0f} seconds."
)


class SeasonTaken(HostFailure):
    """Another season has begun while the server was away; nothing may be changed by this one."""


class Lock(AbstractContextManager["Lock"]):
    """A lock. To be used as a context, which lets go of it."""

    @abstractmethod
    def take(self) -> str:
        """Take it, or keep it; return why that cannot be, empty if it is held."""

    @abstractmethod
    def keep(self) -> None:
        """See that it is held, and take it again where a server has forgotten it.

        Away if the server is away, SeasonTaken if another one has the lock.
        """


@contextmanager
def season_lock(url: URL, patience: float = 0) -> Iterator[Lock]:
    """Be the only season of a ladder. UserError if another one is.

    Processes of a killed season hold it too, until they end a moment later; so a season that
    goes on waits for `patience` seconds. After a restart of the server it waits longer: until a
    season that did not say its end has had its time.
    """
    with find_lock(url, "season") as lock:
        end = time.monotonic() + patience
        while obstacle := lock.take():
            if time.monotonic() >= end and not (patience and obstacle == _RESTARTED):
                raise UserError(obstacle)
            time.sleep(0.1)
        yield lock


def find_lock(url: URL, name: str) -> Lock:
    """Return a lock, to be taken: of the `season`, of `rating` again, or of `publishing`."""
    is_file = url.get_backend_name() == "sqlite"
    return _FileLock(url, name) if is_file else _ServerLock(url, name)


class _FileLock(Lock):
    def __init__(self, url: URL, name: str) -> None:
        # Beside the file itself, whatever links lead there.
        path = Path(f"{Path(url.database or '').resolve()}.{name}")
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            # A program that can open it can take the lock, and so keep a ladder from being played.
            os.fchmod(self._file, 0o600)
        except OSError as error:
            raise StoreFailure(f"{path} cannot be written: {error.strerror}") from error

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def take(self) -> str:
        """Take it; return why that cannot be, empty if it is taken."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return _HELD
        return ""

    def keep(self) -> None:
        pass


class _ServerLock(Lock):
    def __init__(self, url: URL, name: str) -> None:
        self._number = _NUMBERS[name]
        self._engine = open_engine(url)
        self._held = False
        self._connection = self._connect()

    def __exit__(self, *_: object) -> None:
        with suppress(SQLAlchemyError):
            self._connection.close()

    def take(self) -> str:
        """Take it; return why that cannot be, empty if it is taken."""
        with saying_what_fails():
            if self._is_left_to_another():
                return _RESTARTED
            return "" if self._try() else _HELD

    def keep(self) -> None:
        if self._held and self._answers():
            return
        self._held = False
        with suppress(SQLAlchemyError):
            self._connection.close()
        before = self._process
        self._connection = self._connect()
        with saying_what_fails():
            if self._try():
                return
            held = text("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = :before")
            if self._connection.scalar(held, {"before": before}) is not None:
                # The network was cut, and not the server stopped.
                raise Away("the database server has not noticed yet that it was cut off")
        raise SeasonTaken(
            "another season of this ladder has begun while the database server was away, and goes"
            " on; this one has ended, and nothing is lost"
        )

    def _connect(self) -> Connection:
        with saying_what_fails():
            connection = self._engine.connect()
            # Never back to the pool, which would keep it: the server lets go of the lock when the
            # connection ends, however that happens.
            connection.detach()
            # Anyone who is cut off holds it for half a minute, and not for two hours.
            for name, value in (("idle", 10), ("interval", 5), ("count", 4)):
                connection.execute(text(f"SET tcp_keepalives_{name} = {value}"))
            self._process = connection.scalar(select(func.pg_backend_pid()))
            connection.commit()
            return connection

    def _try(self) -> bool:
        taken = select(func.pg_try_advisory_lock(self._number))
        self._held = bool(self._connection.scalar(taken))
        self._connection.commit()
        return self._held

    def _answers(self) -> bool:
        try:
            self._connection.execute(select(1))
            self._connection.commit()
        except SQLAlchemyError:
            return False
        return True

    def _is_left_to_another(self) -> bool:
        """Say whether a season that may be going on has had no time yet to take it again."""
        since = func.extract("epoch", func.clock_timestamp() - func.pg_postmaster_start_time())
        seconds = self._connection.execute(select(since)).scalar_one()
        pulse = find_pulse(self._connection)
        self._connection.commit()
        return pulse is not None and not pulse.over and seconds < LEFT_TO_IT
