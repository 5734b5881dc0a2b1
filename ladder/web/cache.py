"""The cache: what is served between two changes of a ladder, with the answers that were made of it.

A page is made when it is first asked for, and made again only when the log has another head or
another match is being played; that of a match only when what counts has changed. The next edition
is made beside the one that is served, so nobody waits for its boards. To look takes a question to
the database twice a second; to make editions takes at most a tenth of one CPU, by waiting nine
times as long as the last one took.
"""

import asyncio
import gzip
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from threading import Lock
from typing import Final, Protocol, Self, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from arena.errors import HostFailure
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.shares import PAGES_SHARE, SELECTIONS_WAITING
from ladder.store.database import Away
from ladder.store.store import Ladder
from ladder.web.turns import Turns

PAUSE: Final = 0.5
# This many bytes of answers are kept in a cache, those that were asked for last.
_MOST_BYTES: Final = 64 * 1000**2
_TOO_MANY: Final = "too many boards of somebody's own are being rated; try again in a minute"
# Of gzip: the next ones take much longer for little less.
_LEVEL: Final = 6
# What is told of a match that is over.
_LASTING: Final = re.compile(rb"(/api/v1)?/matches/\d+(/details|/replay)?\?")
T = TypeVar("T")
Question: TypeAlias = Callable[[Snapshot], T]
"""What takes long to answer: a function of a module, or a `partial` of one."""
_log = logging.getLogger("uvicorn.error")


class Busy(HostFailure):
    """Too many have asked for what takes long, at once."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The body of a response as it goes out, with the headers that are its own."""

    body: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes
    """The digest of the body: its ETag."""
    for_all: bool = False
    """Whether nobody asked who it is for: it is the same for all, but for the strip of a page."""
    packed: bytes = b""
    """What somebody without a name is sent, by gzip; empty where that is no shorter.

    Never what has anything of a visitor in it: its length would tell of that (BREACH).
    """
    lasts: bool = False
    """Whether its address says what is in it, so that it never changes."""

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self.body) + len(self.packed)


def tag_of(body: bytes) -> bytes:
    """Return the ETag of a body: the same whether it is sent by gzip or not."""
    return f'W/"{sha256(body).hexdigest()[:32]}"'.encode()


def pack(body: bytes) -> bytes:
    """Return a body by gzip; empty if that is no shorter."""
    packed = gzip.compress(body, _LEVEL, mtime=0)
    return packed if len(packed) < len(body) else b""


class ResponseCache:
    """Answers that are kept, by their addresses."""

    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, Answer] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        self._making = WeakValueDictionary[bytes, Lock]()

    def find(self, address: bytes) -> Answer | None:
        """Return the answer to a path with its query, if it was made."""
        with self._lock:
            answer = self._answers.get(address)
            if answer is not None:
                self._answers.move_to_end(address)
            return answer

    def keep(self, address: bytes, answer: Answer) -> None:
        """Keep an answer; of too many the one that was not asked for longest is forgotten."""
        with self._lock:
            if address in self._answers or answer.size > _MOST_BYTES:
                return
            self._answers[address] = answer
            self._bytes += answer.size + len(address)
            while self._bytes > _MOST_BYTES:
                gone, its = self._answers.popitem(last=False)
                self._bytes -= its.size + len(gone)

    def items(self) -> list[tuple[bytes, Answer]]:
        """Return all answers with their addresses, those that were asked for last at the end."""
        with self._lock:
            return [*self._answers.items()]

    def get(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return the body that has this name here; if it is not there it is made, once."""
        key = name.encode()
        with self._lock:
            making = self._making.setdefault(key, Lock())
        with making:
            found = self.find(key)
            if found is None:
                found = Answer(make(), (), b"")
                self.keep(key, found)
            return found.body


class CachedSnapshot(ResponseCache):
    """A snapshot of a ladder with the answers that were made of it.

    Those about a match that is over are handed on, as long as nothing changes what counts.
    """

    def __init__(self, snapshot: Snapshot, before: Self | None = None) -> None:
        super().__init__()
        self.snapshot = snapshot
        if before is not None and before.ratings == self.ratings:
            for address, answer in before.items():
                if _LASTING.fullmatch(address):
                    self.keep(address, answer)

    @property
    def ratings(self) -> tuple[object, ...]:
        """What the pages of matches depend on beside these."""
        its = self.snapshot
        return its.ruling, its.rated, its.about, its.names


class Apart(Protocol):
    """Answers a question as of a snapshot, where no other waits for it."""

    def __call__(self, snapshot: Snapshot, question: Question[T]) -> T: ...


def answer_here(snapshot: Snapshot, question: Question[T]) -> T:
    """Return the answer to a question, in this very thread."""
    return question(snapshot)


class SnapshotCache:
    """Makes one edition after the other, as long as it is kept up.

    `rate` is called while live ratings are old, to have them made again; `answer` with what takes
    long, by one at a time.
    """

    def __init__(
        self,
        store: Ladder,
        pause: float = PAUSE,
        rate: Callable[[], object] | None = None,
        answer: Apart = answer_here,
    ) -> None:
        self.pause = pause
        self._rate = rate
        self._answer = answer
        self.current = CachedSnapshot(Snapshot(store))
        self._making = Lock()
        self._selecting = Turns(1, 1, SELECTIONS_WAITING, partial(Busy, _TOO_MANY))

    async def keep_up(self) -> None:
        """Look for changes, and have a new edition after each, until it is cancelled."""
        pause = self.pause
        while True:
            await asyncio.sleep(pause)
            begun = time.monotonic()
            try:
                await asyncio.to_thread(self.renew)
            except Away as failure:
                # What was made is still served, and the database is asked again.
                _log.warning("The ladder cannot be read: %s.", failure)
            pause = max(self.pause, (1 / PAGES_SHARE - 1) * (time.monotonic() - begun))

    def renew(self) -> None:
        """Make another edition if anything has happened; wait for one that is being made."""
        with self._making:
            if self._rate is not None and not self.current.snapshot.rated:
                self._rate()
            if not self.current.snapshot.is_current():
                self.current = CachedSnapshot(self.current.snapshot.follow(), self.current)

    def standings(self, snapshot: Snapshot, game: str | None, asked: TableQuery) -> Standings:
        """Return the board of the season, or of what is selected, which takes long."""
        if asked == TableQuery():
            return read_standings(snapshot, game, asked)
        return self.answer(snapshot, partial(read_standings, game=game, asked=asked))

    def answer(self, snapshot: Snapshot, question: Question[T]) -> T:
        """Answer what takes long. Busy if too many ask, or it is too much."""
        with self._selecting.in_thread():
            return self._answer(snapshot, question)

    def snapshot_with(self, bot: str) -> Snapshot:
        """Return what is served, made again if it does not know a bot: it may have just come in."""
        if self.current.snapshot.roster.find(bot) is None:
            self.renew()
        return self.current.snapshot
