"""The feed: what happens on a ladder, for all who listen, by server-sent events.

The database is looked at twice a second, once for all listeners. An event has a name, one object as
JSON, and the number of the log's last entry as its id. Who comes back with that id is told first
what the log says since, and everybody is told first what is being played now; so nothing is missed,
whichever side was away. A listener that does not take what it is sent is dropped, not waited for.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

import msgspec
from fastapi import Response

from arena.errors import HostFailure
from ladder.log import Cancelled, LogEntry, Played, Voided
from ladder.matches import Player
from ladder.queries.live import LiveMatch, LiveView, SeasonPulse, describe_live, read_season_pulse
from ladder.queries.matches import MatchLine, match_line
from ladder.store.live_games import LiveGames, LiveRecord
from ladder.store.store import Ladder
from ladder.web.bounds import Receive, Scope
from ladder.web.edition import Busy, Edition, Press, Shelf
from ladder.web.guard import LOOKS_ONLY, Send
from ladder.wire import GameOfMatch

# The events of this many looks wait for a listener.
_MOST_WAITING: Final = 20
# Of this many entries of the log who comes back is told.
_MOST_MISSED: Final = 200
_KINDS: Final = ("played", "voided", "cancelled")
_log = logging.getLogger("uvicorn.error")


@dataclass(frozen=True, slots=True)
class FeedLimits:
    """How many may listen, and how slowly; durations are in seconds."""

    listeners: int = 600
    """At once; the server has connections for as many others."""
    heartbeat: float = 15.0
    """A listener that is sent nothing else gets a comment, so that proxies keep the connection."""
    slow: float = 10.0
    """For so long a listener may take nothing."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """Where the log ends. As the event `log`: the pages show it up to there."""

    entry: int
    digest: str


@dataclass(frozen=True, slots=True)
class LiveNow:
    """As the event `now`, the first that a listener gets: where the log ends, what is played."""

    log: LogHead
    live: LiveView


@dataclass(frozen=True, slots=True)
class LiveGame:
    """As the event `game`: a game of a running match is over."""

    match: int
    players: tuple[Player, ...]
    points: tuple[float, ...]
    """Of the players, so far."""
    game: GameOfMatch


@dataclass(frozen=True, slots=True)
class MatchStopped:
    """As the event `void` or `cancelled`: a match was void, by our fault, or will not be played."""

    match: int
    reason: str


# What an event of a name brings.
EVENTS: Final = {
    "now": LiveNow,
    "log": LogHead,
    "season": SeasonPulse,
    "begun": LiveMatch,
    "game": LiveGame,
    "over": MatchLine,
    "void": MatchStopped,
    "cancelled": MatchStopped,
}
Event: TypeAlias = tuple[str, object]


@dataclass(frozen=True, slots=True)
class Look:
    """What was there when the database was last looked at."""

    last: int
    """The last entry of the log."""
    matches: tuple[LiveRecord, ...]
    season: SeasonPulse
    edition: Edition


class Feed:
    """What is being played, as long as it is kept up, and those who listen."""

    def __init__(
        self,
        store: Ladder,
        press: Press,
        delay: float,
        limits: FeedLimits,
        now: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._press = press
        self.delay = delay
        self.limits = limits
        self._now = now
        self._games = LiveGames(store.connections)
        self._listeners: set[Listener] = set()
        self.shelf = Shelf()
        """What was made of what is being played; another one when that has changed."""
        self.now = self._look(store.head()[0], ())

    async def keep_up(self) -> None:
        """Look for what happens, and tell everybody, until it is cancelled."""
        while True:
            await asyncio.sleep(self._press.pause)
            try:
                after, entries = await asyncio.to_thread(self._look_again)
            except HostFailure as failure:
                _log.warning("What is being played cannot be read: %s.", failure)
                continue
            before, self.now = self.now, after
            if _differ(before, after):
                self.shelf = Shelf()
            self._tell(changes(before, after, entries))

    def is_played(self, match: int) -> bool:
        """Say whether a match has its result."""
        return self._store.played(match) is not None

    def view(self, look: Look) -> LiveView:
        """Return what was being played at a look."""
        return LiveView(look.season, self.delay, tuple(map(describe_live, look.matches)))

    def _look_again(self) -> tuple[Look, list[LogEntry]]:
        # The log first: what is over is not told to be played any more.
        last, _ = self._store.head()
        entries = self._store.entries(self.now.last, last, kinds=_KINDS)
        return self._look(last, self.now.matches), [*entries] if last > self.now.last else []

    def _look(self, last: int, known: Sequence[LiveRecord]) -> Look:
        matches = self._games.read(self._now() - timedelta(seconds=self.delay), known)
        season = read_season_pulse(self._store)
        return Look(last, tuple(matches), season, self._press.edition)

    # --- listeners ---

    @contextmanager
    def listening(self) -> Iterator["Listener"]:
        """Have somebody listen. Busy if too many do."""
        most = self.limits.listeners
        if len(self._listeners) >= most:
            raise Busy(f"{most} are listening already; try again in a minute")
        listener = Listener(self.limits.heartbeat)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def missed(self, since: int, now: Look) -> bytes:
        """Return what the log said between an entry and a look, and what was played then."""
        told: list[Event] = []
        if 0 < since < now.last:
            found = self._store.entries(
                since, now.last, kinds=_KINDS, newest_first=True, most=_MOST_MISSED
            )
            told = [event for entry in [*found][::-1] for event in _tell_entry(entry)]
        told.append(("now", LiveNow(_head(now.edition), self.view(now))))
        return b"".join(write_event(now.last, event) for event in told)

    def _tell(self, events: Iterable[Event]) -> None:
        # At once: what each listener costs is that it is sent something, however long that is.
        text = b"".join(write_event(self.now.last, event) for event in events)
        for listener in self._listeners if text else ():
            listener.tell(text)

    def end(self) -> None:
        """Send everybody away: the server stops."""
        for listener in self._listeners:
            listener.gone.set()


def _differ(before: Look, after: Look) -> bool:
    """Say whether the live pages show something else; a season that runs is seen all the time."""
    games = [(one.queued.match, one.queued.attempt, len(one.games)) for one in before.matches]
    now = [(one.queued.match, one.queued.attempt, len(one.games)) for one in after.matches]
    return games != now or before.season.running != after.season.running


# --- what has changed ---


def changes(before: Look, after: Look, entries: Sequence[LogEntry]) -> Iterator[Event]:
    """Yield what has happened between two looks; `entries` are those of the log since."""
    if before.season.running != after.season.running:
        yield "season", after.season
    for entry in entries:
        yield from _tell_entry(entry)
    known = {(one.queued.match, one.queued.attempt): one for one in before.matches}
    for live in after.matches:
        yield from _tell_live(known.get((live.queued.match, live.queued.attempt)), live)
    if _head(before.edition) != _head(after.edition):
        yield "log", _head(after.edition)


def _head(edition: Edition) -> LogHead:
    return LogHead(edition.snapshot.last, edition.snapshot.digest)


def _tell_entry(entry: LogEntry) -> Iterator[Event]:
    match entry.body:
        case Played():
            yield "over", match_line(entry)
        case Voided(match=match, reason=reason):
            yield "void", MatchStopped(match, reason)
        case Cancelled(match=match, reason=reason):
            yield "cancelled", MatchStopped(match, reason)


def _tell_live(before: LiveRecord | None, after: LiveRecord) -> Iterator[Event]:
    if before is after:
        return
    told = describe_live(after)
    if before is None:
        yield "begun", replace(told, games=(), points=(0.0,) * len(told.players))
    for game in told.games[len(before.games) if before else 0 :]:
        yield "game", LiveGame(told.match, told.players, told.points, game)


def write_event(number: int, event: Event) -> bytes:
    """Return an event as it is sent."""
    name, value = event
    # JSON has no line ends in it.
    return f"id: {number}\nevent: {name}\ndata: ".encode() + msgspec.json.encode(value) + b"\n\n"


# --- one listener ---


class Listener:
    """Somebody who listens, and what waits to be sent there."""

    def __init__(self, heartbeat: float) -> None:
        self._heartbeat = heartbeat
        self.gone = asyncio.Event()
        self._texts: asyncio.Queue[bytes] = asyncio.Queue(_MOST_WAITING)

    def tell(self, text: bytes) -> None:
        """Have something sent; who has not taken so much before is dropped."""
        try:
            self._texts.put_nowait(text)
        except asyncio.QueueFull:
            self.gone.set()

    async def next(self) -> bytes:
        """Return what waits, or a comment after a while; nothing when it is to end."""
        text, end = asyncio.create_task(self._texts.get()), asyncio.create_task(self.gone.wait())
        waiting: tuple[asyncio.Task[Any], ...] = (text, end)
        done, _ = await asyncio.wait(
            waiting, timeout=self._heartbeat, return_when=asyncio.FIRST_COMPLETED
        )
        for one in waiting:
            one.cancel()
        return b"" if self.gone.is_set() else text.result() if text in done else b":\n\n"


class EventStream(Response):
    """The answer that goes on for as long as somebody listens."""

    media_type = "text/event-stream"

    def __init__(self, feed: Feed, since: int) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._feed = feed
        self._since = since

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens until the other side goes, or is too slow."""
        with self._feed.listening() as listener:
            now = self._feed.now
            missed = await asyncio.to_thread(self._feed.missed, self._since, now)
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            if not scope.get(LOOKS_ONLY):
                leaving = asyncio.create_task(_wait_to_leave(receive, listener))
                try:
                    await self._send_all(listener, send, b"retry: 2000\n\n" + missed)
                finally:
                    leaving.cancel()
            with suppress(TimeoutError):
                last = {"type": "http.response.body", "body": b""}
                await asyncio.wait_for(send(last), self._feed.limits.slow)

    async def _send_all(self, listener: Listener, send: Send, text: bytes) -> None:
        with suppress(TimeoutError):
            while text:
                message = {"type": "http.response.body", "body": text, "more_body": True}
                await asyncio.wait_for(send(message), self._feed.limits.slow)
                text = await listener.next()


async def _wait_to_leave(receive: Receive, listener: Listener) -> None:
    message: MutableMapping[str, Any] = {}
    while message.get("type") != "http.disconnect":
        message = await receive()
    listener.gone.set()
