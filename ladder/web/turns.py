"""Turns: for whom something is computed next, of all that is asked for and not kept.

One process computes for all. So each visitor has few turns at once, and the next one is for the
visitor with the fewest seconds of CPU time (start-time fair queueing). So a visitor who asks for
little never waits behind another one's many requests, and time that was not used is not saved up.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from inspect import iscoroutinefunction
from typing import Any

from fastapi.routing import APIRoute

from ladder.shares import TURNS, TURNS_EACH, TURNS_WAITING
from ladder.web.access import Asker, leave_turn, measured
from ladder.web.bounds import Receive, Refusal


@dataclass(eq=False, slots=True)
class _Turn:
    """A request that waits, or whose turn it is."""

    asker: Asker
    came: asyncio.Event = field(default_factory=asyncio.Event)


class Turns:
    """Lets few requests be computed at once, and few of each visitor."""

    def __init__(
        self, at_once: int = TURNS, each: int = TURNS_EACH, most: int = TURNS_WAITING
    ) -> None:
        self._at_once, self._each, self._most = at_once, each, most
        self._waiting: list[_Turn] = []
        self._computing: list[_Turn] = []
        # CPU seconds by visitor, and where all begin who had fewer: what the one had who was next.
        self._had: dict[str, float] = {}
        self._start = 0.0

    @asynccontextmanager
    async def __call__(self, asker: Asker, receive: Receive) -> AsyncIterator[bool]:
        """Wait for a turn; give whether it came before the client went. Refusal if too many wait.

        It ends with `leave` of the asker at the latest.
        """
        if [one.asker.visitor for one in self._waiting].count(asker.visitor) >= self._most:
            sentence = f"You wait for {self._most} answers already; try again when some are there."
            raise Refusal(429, sentence, {"retry-after": "1"})
        turn = _Turn(asker)
        asker.leave = partial(asyncio.get_running_loop().call_soon_threadsafe, self._end, turn)
        self._waiting.append(turn)
        self._call_next()
        try:
            if not turn.came.is_set():
                await _wait_for_either(turn.came, receive)
            yield turn.came.is_set()
        finally:
            self._end(turn)

    def waiting(self) -> list[str]:
        """Return who waits for a turn."""
        return [one.asker.visitor for one in self._waiting]

    def _end(self, turn: _Turn) -> None:
        asker = turn.asker
        seconds, asker.seconds = asker.seconds, 0.0
        self._had[asker.visitor] = self._find_start(turn) + seconds
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
            turn.came.set()
        if not self._computing:
            self._start = max(self._had.values(), default=self._start)
        self._had = {who: had for who, had in self._had.items() if had > self._start}

    def _find_start(self, turn: _Turn) -> float:
        return max(self._start, self._had.get(turn.asker.visitor, 0.0))


async def _wait_for_either(came: asyncio.Event, receive: Receive) -> None:
    """Wait until somebody's turn comes or their client is gone. Refusal for what it sends."""

    async def go() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    both = [asyncio.ensure_future(one) for one in (came.wait(), go())]
    try:
        done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in both:
            one.cancel()
    for one in done:
        one.result()


class TurnRoute(APIRoute):
    """A route whose CPU time is its visitor's. One that waits for something else has no turn."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **given: Any) -> None:
        @wraps(endpoint)
        async def wait(**named: Any) -> Any:
            leave_turn()
            return await endpoint(**named)

        waits = iscoroutinefunction(endpoint)
        super().__init__(path, wait if waits else measured(endpoint), **given)
