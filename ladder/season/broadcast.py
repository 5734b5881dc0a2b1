"""The broadcast of a season: the games that are over, and its pulse, for anyone who looks on.

It is written in batches, at most once a second, so it costs a season the same however fast it
plays. It is never waited for: where the database is away, it is written later or not at all.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from arena.v1 import record_pb2 as rec
from ladder.machine.pulse import BEAT, Machine, begin_pulse
from ladder.store.database import Away
from ladder.store.live_games import LiveGames
from ladder.store.settings import keep_setting
from ladder.store.store import Store

_PAUSE: Final = 1.0


@dataclass(eq=False)
class Broadcast:
    """Tells what a season does. To be used as a context, while it runs."""

    store: Store
    examine: Callable[[], Machine]
    now: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._games = LiveGames(self.store.connections)
        self._waiting: list[tuple[int, rec.GameRecord]] = []
        self._told = self._beaten = -BEAT

    def __enter__(self) -> None:
        self._pulse = begin_pulse(self.examine())
        # A ladder that cannot be written to is told of before anything is played.
        self._write()

    def __exit__(self, *_: object) -> None:
        self._pulse = replace(self._pulse, over=True)
        self._beat()

    def add(self, match: int, game: rec.GameRecord) -> None:
        """Take note of a game that is over."""
        self._waiting.append((match, game))

    def forget(self, match: int) -> None:
        """Tell no more of a match: it is not being played."""
        self._waiting = [one for one in self._waiting if one[0] != match]

    def tell(self) -> None:
        """Write what there is, if it is time."""
        now = self.now()
        if now - self._beaten >= BEAT:
            self._beaten = now
            self._beat()
        if self._waiting and now - self._told >= _PAUSE:
            self._told = now
            with suppress(Away):
                self._games.add(self._waiting)
                self._waiting = []

    def _beat(self) -> None:
        self._pulse = replace(self._pulse, seen=datetime.now(UTC), machine=self.examine())
        self._write()

    def _write(self) -> None:
        with suppress(Away), self.store.writing() as transaction:
            keep_setting(transaction.connection, self._pulse)
