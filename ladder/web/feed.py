"""The feed: tells all who listen that pages have changed, by server-sent events.

The database is looked at twice a second, once for all listeners. An event says which pages to fetch
again: `log`, those made of the log, or `live`, those of what is being played. Anyone who begins to
listen is told both, so nothing is missed after a restart of either side.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from ladder.queries.live import LiveView, SeasonPulse, describe_live, read_season_pulse
from ladder.queries.snapshot import Busy
from ladder.shares import LISTENERS
from ladder.store.database import Away
from ladder.store.live_games import LiveGames, LiveRecord
from ladder.store.store import Ladder
from ladder.web.access import current_asker
from ladder.web.cache import SnapshotCache

# In seconds: anyone who is sent nothing else gets a comment, so that proxies keep the connection.
_HEARTBEAT: Final = 15.0
Topic: TypeAlias = Literal["log", "live"]
_log = logging.getLogger("uvicorn.error")


@dataclass(frozen=True, slots=True)
class Look:
    """The matches and the season at the last look at the database."""

    matches: tuple[LiveRecord, ...]
    season: SeasonPulse

    @property
    def shown(self) -> object:
        """The part that the live pages show; a season that runs is seen all the time."""
        games = [(one.queued.match, one.queued.attempt, len(one.games)) for one in self.matches]
        return games, self.season.running


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who listens."""

    visitor: str
    """As whom they are counted."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False


class Feed:
    """The matches in play, as long as it is kept up, and the listeners."""

    def __init__(
        self,
        store: Ladder,
        cache: SnapshotCache,
        delay: float,
        now: Callable[[], datetime],
        most: int = LISTENERS,
    ) -> None:
        self._store = store
        self._cache = cache
        self.delay = delay
        self._now = now
        self._most = most
        self._games = LiveGames(store.connections)
        # The oldest first.
        self._listeners: list[Listener] = []
        self._over = False
        self.now = self._look(())
        self._states = self._read_states()

    async def keep_up(self) -> None:
        """Look for what happens, and tell everybody, until it is cancelled."""
        while True:
            await asyncio.sleep(self._cache.pause)
            try:
                after = await asyncio.to_thread(self._look, self.now.matches)
            except Away as failure:
                _log.warning("The matches in play cannot be read: %s.", failure)
                continue
            self.now, states = after, self._states
            self._states = self._read_states()
            if self._states != states:
                for listener in self._listeners:
                    listener.woken.set()

    def is_played(self, match: int) -> bool:
        """Say whether a match has its result."""
        return self._store.played(match) is not None

    def view(self) -> LiveView:
        """Return what is being played."""
        return LiveView(self.now.season, self.delay, tuple(map(describe_live, self.now.matches)))

    def once(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return an answer about what is being played, made once for all who look on."""
        return self._cache.answers.get(name, self.now.shown, make)

    def _look(self, known: Sequence[LiveRecord]) -> Look:
        matches = self._games.read(self._now() - timedelta(seconds=self.delay), known)
        return Look(tuple(matches), read_season_pulse(self._store))

    # --- listeners ---

    async def listening(self) -> AsyncIterator[Listener]:
        """Have somebody listen: a dependency of the route.

        If all places are taken, the visitor with most of them gives up the oldest. Busy for one who
        has as many as any other.
        """
        visitor = current_asker().visitor
        if len(self._listeners) >= self._most:
            self._make_room(visitor)
        listener = Listener(visitor, is_over=self._over)
        self._listeners.append(listener)
        try:
            yield listener
        finally:
            if listener in self._listeners:
                self._listeners.remove(listener)

    def _make_room(self, visitor: str) -> None:
        counts = Counter(one.visitor for one in self._listeners)
        greediest, most = counts.most_common(1)[0]
        if counts[visitor] >= most:
            raise Busy(f"{self._most} are listening already; try again in a minute")
        self._send_away(next(one for one in self._listeners if one.visitor == greediest))

    def _send_away(self, listener: Listener) -> None:
        self._listeners.remove(listener)
        listener.is_over = True
        listener.woken.set()

    async def events(self, listener: Listener, heartbeat: float = _HEARTBEAT) -> AsyncIterator[str]:
        """Yield an event for each part that has changed, both parts first, until all is over.

        A slow listener holds up nobody: it is told the latest state when it reads again.
        """
        told: dict[Topic, object] = {}
        while not listener.is_over:
            listener.woken.clear()
            states = self._states
            for topic, state in states.items():
                if told.get(topic) != state:
                    yield f"event: {topic}\ndata: {self._cache.current.last}\n\n"
            told = states
            try:
                await asyncio.wait_for(listener.woken.wait(), heartbeat)
            except TimeoutError:
                yield ":\n\n"

    def _read_states(self) -> dict[Topic, object]:
        snapshot = self._cache.current
        return {"log": snapshot.state("head", "rated", "boards"), "live": self.now.shown}

    def end(self) -> None:
        """Send everybody away: the server stops."""
        self._over = True
        for listener in [*self._listeners]:
            self._send_away(listener)
