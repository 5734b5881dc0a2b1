"""The cache: what is served between two changes of a ladder, with the answers that were made of it.

A page is made when it is first asked for, and made again only when what it depends on has changed:
that of a match that is over by a ruling, most others by any entry of the log. To look takes a
question to the database twice a second. Boards are made beside, for all readers: until they are
there the last ones are served, and say as of which entry they are. Either has a tenth of one CPU.
"""

import asyncio
import gzip
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from threading import Lock
from typing import Final, Protocol, TypeAlias, TypeVar

from starlette.concurrency import run_in_threadpool

from ladder.queries.answers import Answers
from ladder.queries.snapshot import BOARDS, Busy, Facts, SeasonBoards, Snapshot
from ladder.queries.tables import Standings, TableQuery, read_standings
from ladder.shares import PAGES_SHARE, SELECTIONS_WAITING
from ladder.store.database import Away
from ladder.store.store import Ladder
from ladder.web.turns import Turns

PAUSE: Final = 0.5
_TOO_MANY: Final = "too many boards of somebody's own are being rated; try again in a minute"
# The level of gzip: the next ones take much longer for little less.
_LEVEL: Final = 6
T = TypeVar("T")
Question: TypeAlias = Callable[[Snapshot], T]
"""A slow question: a function of a module, or a `partial` of one."""
_log = logging.getLogger("uvicorn.error")


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
    """The body for visitors without a name, by gzip; empty where that is no shorter.

    Never what has anything of a visitor in it: its length would tell of that (BREACH).
    """
    lasts: bool = False
    """Whether its address says what is in it, so that it never changes."""
    facts: Facts = ()
    """The facts on which it depends."""

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


class Apart(Protocol):
    """Answers a question as of a snapshot, where no other waits for it."""

    def __call__(self, snapshot: Snapshot, question: Question[T]) -> T: ...


def answer_here(snapshot: Snapshot, question: Question[T]) -> T:
    """Return the answer to a question, in this very thread."""
    return question(snapshot)


async def keep_doing(
    act: Callable[[], object], pause: float, waits: str, share: float = PAGES_SHARE
) -> None:
    """Do what looks at a ladder again and again, until it is cancelled; `waits` is why it may wait.

    It has a share of a CPU, by a pause that is as long as the last time took.
    """
    rest = pause
    while True:
        await asyncio.sleep(rest)
        begun = time.monotonic()
        try:
            # A server that is stopped does not wait for such a thread.
            await run_in_threadpool(act)
        except (Away, Busy) as failure:
            _log.warning("%s: %s.", waits, failure)
        rest = max(pause, (1 / share - 1) * (time.monotonic() - begun))


class SnapshotCache:
    """Makes one snapshot after the other, as long as it is kept up.

    `rate` is called while live ratings are old, to have them made again; `answer` with what takes
    long, by one at a time; `fit` with what makes boards, which else the first makes who asks.
    """

    def __init__(
        self,
        store: Ladder,
        pause: float = PAUSE,
        rate: Callable[[], object] | None = None,
        answer: Apart = answer_here,
        fit: Apart | None = None,
    ) -> None:
        self.pause = pause
        self.answers = Answers()
        self._ladder = store
        self._rate = rate
        self._answer = answer
        self._fit = fit
        self._boards: Future[SeasonBoards] | None = None if fit is None else Future()
        self.current = self._look()
        self._making = Lock()
        self._selecting = Turns(1, 1, SELECTIONS_WAITING, partial(Busy, _TOO_MANY))

    def _look(self) -> Snapshot:
        return Snapshot(self._ladder, self.answers, made=self._boards)

    async def keep_up(self) -> None:
        """Look for changes, and have new pages and boards after each, until it is cancelled."""
        # The present answers are still served, and it is tried again.
        looking = keep_doing(self.renew, self.pause, "The ladder cannot be read")
        await asyncio.gather(looking, keep_doing(self.fit, self.pause, "The boards are old"))

    def renew(self) -> None:
        """Make another snapshot if anything has happened; wait for one that is being made."""
        with self._making:
            if self._rate is not None and not self.current.rated:
                self._rate()
            if self.current.made is not self._boards or not self.current.is_current():
                self.current = self._look()

    def fit(self) -> None:
        """Have the boards be made if they are old. Busy if that fails: the last ones are served."""
        snapshot, before = self.current, self._boards
        if self._fit is None or before is None:
            return
        if before.done() and before.result().state == snapshot.state(*BOARDS):
            return
        made, boards = self._fit(snapshot, Snapshot.boards), Future[SeasonBoards]()
        boards.set_result(made)
        self._boards = boards
        self.renew()
        if not before.done():
            before.set_result(made)

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
        if self.current.roster.find(bot) is None:
            self.renew()
        return self.current
