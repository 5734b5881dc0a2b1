"""A ladder that is open: to be looked at, or to be changed, each thing whole or not at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

from ladder.log.entries import AnyBody, Entered, LogEntry
from ladder.matches import Player
from ladder.store.connections import Connections, Writer
from ladder.store.files import forget_submissions, keep_submission
from ladder.store.locks import Lock, season_lock
from ladder.store.queue import QueueChanges, stop_matches
from ladder.store.reader import Reader
from ladder.store.requests import Requests, stop_requests
from ladder.store.tokens import Tokens
from ladder.store.transaction import Transaction
from ladder.store.uploads import UploadCheck, Uploads, accept_upload, stop_checks


class Ladder(Reader, Writer):
    """An open ladder. To be closed, or used as a context."""

    def __init__(self, connections: Connections, end: tuple[int, str] | None = None) -> None:
        super().__init__(connections.reading, end)
        self.connections = connections
        self.uploads = Uploads(connections)
        self.requests = Requests(connections)
        self.tokens = Tokens(connections)

    def at_head(self) -> "Ladder":
        """Return the same ladder with a log that ends where it does now."""
        return Ladder(self.connections, self.head())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.connections.close()


class Store(Ladder, QueueChanges):
    """An open ladder, which may be changed."""

    _lock: Lock | None = None

    @contextmanager
    def season_lock(self, patience: float = 0) -> Iterator[None]:
        """Run a season that is the only one of the ladder; UserError if one goes on for so long."""
        with season_lock(self.connections.url, patience) as lock:
            self._lock = lock
            try:
                yield
            finally:
                self._lock = None

    def renew_lock(self) -> None:
        """See that no other season can run, if none could before; take the lock again if need be.

        StoreFailure if the server is away, SeasonTaken if another season has begun meanwhile.
        """
        if self._lock is not None:
            self._lock.keep()

    def append(self, *bodies: AnyBody) -> list[LogEntry]:
        """Add entries to the log; UserError if one may not come next by the rulebook."""
        with self.writing() as transaction:
            return [transaction.append(body) for body in bodies]

    def decide(self, act: Callable[[Transaction], AnyBody]) -> LogEntry:
        """Add to the log what `act` makes of the ladder as it is; if it raises nothing is changed.

        Nobody adds to the log meanwhile: of two that want the same the second one sees the first.
        """
        with self.writing() as transaction:
            return transaction.append(act(transaction))

    def enter(
        self, entered: Entered, content: bytes, upload: UploadCheck | None = None
    ) -> LogEntry:
        """Take a submission in, with its entry; UserError if it may not come in, or no longer.

        An upload is over with it: HostFailure if another check has ended it. The files of the bot's
        older versions go that are more than the ladder keeps.
        """
        with self.writing() as transaction:
            roster, reader = transaction.roster, Reader.within(transaction.connection)
            reader.require_place(roster, entered, len(content))
            keep_submission(transaction.connection, entered.digest, content)
            forget_submissions(transaction.connection, roster.superseded(entered))
            if upload is not None:
                accept_upload(transaction.connection, upload, entered.player)
            return transaction.append(entered)

    def bring_back(
        self, digest: str, content: bytes, upload: UploadCheck | None = None
    ) -> Player | None:
        """Keep the files of a version that lacks them; it is no new one. None if none lacks these.

        An upload is over with it, as with `enter`.
        """
        with self.writing() as transaction:
            player = Reader.within(transaction.connection).find_lacking(digest)
            if player is not None:
                keep_submission(transaction.connection, digest, content)
                if upload is not None:
                    accept_upload(transaction.connection, upload, player)
            return player

    def stop(self, reason: str) -> None:
        """Take note that no job goes on any more: what was begun waits, and is dealt again.

        So nobody can play a match until it pleases by stopping it, without the log saying so. It is
        no void by which bots are quarantined.
        """
        with self.writing() as transaction:
            stop_matches(transaction, reason)
            stop_requests(transaction.connection, reason)
            stop_checks(transaction.connection, reason)
