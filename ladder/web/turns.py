"""Turns: for whom something is computed next, of all that is asked for and not kept.

One process computes for all. So each visitor has few turns at once, and the next one is for the
visitor with the fewest seconds of CPU time (start-time fair queueing). So a visitor who asks for
little never waits behind another one's many requests, and time that was not used is not saved up.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from anyio import from_thread

from ladder.web.access import Asker, current_asker

# Each turn counts as this many seconds at least: not all of them take CPU time of this process.
_LEAST: Final = 1e-6


@dataclass(eq=False, slots=True)
class _Turn:
    """A request that waits, or whose turn it is."""

    asker: Asker
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether it waits no longer."""


class Turns:
    """Lets few requests be computed at once, and few of each visitor.

    If too many wait, the visitor with most of them gives up the last.
    """

    def __init__(self, at_once: int, each: int, most: int, refuse: Callable[[], Exception]) -> None:
        self._at_once, self._each, self._most, self._refuse = at_once, each, most, refuse
        self._waiting: list[_Turn] = []
        self._computing: list[_Turn] = []
        # CPU seconds by visitor, and where all begin who had fewer: what the one had who was next.
        self._had: dict[str, float] = {}
        self._start = 0.0

    @asynccontextmanager
    async def __call__(
        self, asker: Asker, receive: Callable[[], Awaitable[MutableMapping[str, Any]]]
    ) -> AsyncIterator[bool]:
        """Wait for a turn; give whether it came before the client went. Raises the refusal.

        It ends with `leave` of the asker at the latest, who has no other one meanwhile.
        """
        turn = self._line_up(asker)
        asker.leave()
        asker.leave = partial(asyncio.get_running_loop().call_soon_threadsafe, self._end, turn)

        async def go() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        gone = asyncio.ensure_future(go())
        gone.add_done_callback(lambda _: turn.over.set())
        try:
            await turn.over.wait()
            if gone.done():
                # It may have sent what is refused.
                gone.result()
            elif turn not in self._computing:
                raise self._refuse()
            gone.cancel()
            yield turn in self._computing
        finally:
            gone.cancel()
            self._end(turn)

    @contextmanager
    def in_thread(self) -> Iterator[None]:
        """Wait for a turn of who sends the current request, in its thread."""
        turn = self(current_asker(), _receive_nothing)
        from_thread.run(turn.__aenter__)
        try:
            yield
        finally:
            from_thread.run(turn.__aexit__, None, None, None)

    def waiting(self) -> list[str]:
        """Return who waits for a turn."""
        return [one.asker.visitor for one in self._waiting]

    def _line_up(self, asker: Asker) -> _Turn:
        turn = _Turn(asker)
        self._waiting.append(turn)
        self._call_next()
        if len(self._waiting) > self._most:
            theirs = Counter(self.waiting())
            last = max(reversed(self._waiting), key=lambda one: theirs[one.asker.visitor])
            self._waiting.remove(last)
            last.over.set()
            if last is turn:
                raise self._refuse()
        return turn

    def _end(self, turn: _Turn) -> None:
        asker = turn.asker
        spent, asker.seconds = asker.seconds + _LEAST, 0.0
        self._had[asker.visitor] = self._find_start(turn) + spent
        for places in (self._waiting, self._computing):
            if turn in places:
                places.remove(turn)
        self._call_next()

    def _call_next(self) -> None:
        while len(self._computing) < self._at_once:
            theirs = Counter(one.asker.visitor for one in self._computing)
            able = [one for one in self._waiting if theirs[one.asker.visitor] < self._each]
            if not able:
                break
            turn = min(able, key=self._find_start)
            self._start = self._find_start(turn)
            self._waiting.remove(turn)
            self._computing.append(turn)
            turn.over.set()
        if not self._computing:
            self._start = max(self._had.values(), default=self._start)
        self._had = {who: had for who, had in self._had.items() if had > self._start}

    def _find_start(self, turn: _Turn) -> float:
        return max(self._start, self._had.get(turn.asker.visitor, 0.0))


async def _receive_nothing() -> MutableMapping[str, Any]:
    nothing: asyncio.Future[MutableMapping[str, Any]] = asyncio.get_running_loop().create_future()
    return await nothing
