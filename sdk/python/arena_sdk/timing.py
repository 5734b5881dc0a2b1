"""A time manager: how long to think about each decision, so that the clock lasts for the game.

At every turn it plays an imagined game to its end at random, to count the decisions that the seat
has still to make. This one gets its share of the time left and of the increments to come.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

from arena.games.contract import State
from arena.v1 import arena_pb2 as pb
from arena_sdk.bot import Turn

# Seconds that are never planned for: other messages, and a machine that is busy. If less than twice
# as much is left, half of it.
RESERVE: Final = 0.2
# One decision gets at most this part of what is left, however few are to come.
LARGEST_PART: Final = 0.5
# The clock planned for if none runs: the usual one, in milliseconds.
USUAL: Final = pb.Clock(bank_ms=10_000, increment_ms=100, kind=pb.CLOCK_KIND_NONE)
# A random game has this many moves at most.
LONGEST: Final = 5_000


class TimeManager:
    """Shares out the clock of one game. Make one in `Bot.start`, and ask it at every turn."""

    def __init__(self, clock: pb.Clock, part: float = 1.0) -> None:
        """`part` of the clock is what it uses at most: 0.1 is a tenth, 1 everything."""
        if not 0 < part <= 1:
            raise ValueError(f"a part of the clock is more than 0 and at most 1, not {part:g}")
        has_none = clock.kind == pb.CLOCK_KIND_NONE
        self._clock = USUAL if has_none else clock
        self._part = part
        self._granted = self._clock.bank_ms / 1000
        self._decisions = 0.0

    def share(self, turn: Turn[Any, Any, Any], rng: Random) -> Iterator[int]:
        """Return an iterator that counts 0, 1, 2 ... and ends when this decision's time is up.

        To be called at every turn, once, before anything else: the time runs from here. It counts
        to nothing if there is no time left to think. The work between two numbers should take a few
        milliseconds, since that is how much it may come too late.
        """
        cpu, wall = process_time(), perf_counter()
        self._granted += self._clock.increment_ms / 1000
        if len(turn.legal) == 1:
            return iter(())
        seconds, most = self._plan(turn, rng)
        if self._clock.kind == pb.CLOCK_KIND_CPU:
            # A bot that works without a pause is charged CPU time. Its waits for a CPU are free if
            # they can be measured; if not, a third of the wall time is charged.
            return _count(
                lambda: process_time() - cpu < seconds and perf_counter() - wall < 3 * most
            )
        return _count(lambda: perf_counter() - wall < seconds)

    def _plan(self, turn: Turn[Any, Any, Any], rng: Random) -> tuple[float, float]:
        """Return for how many seconds to think about a turn, and how many are the most."""
        left = self._granted if self._clock is USUAL else turn.time_left
        reserve = min(RESERVE, left / 2)
        most = LARGEST_PART * (left - reserve)
        own = self._part * (self._granted - reserve) - (self._granted - left)
        self._estimate(decisions_to_come(turn, rng))
        increment = self._part * self._clock.increment_ms / 1000
        share = (own + increment * (self._decisions - 1)) / self._decisions
        # Its part may be used up early, where more was charged than it took. To move at random from
        # then on would lose what half of an increment wins.
        return min(max(share, increment / 2), most), most

    def _estimate(self, decisions: int) -> None:
        """Take up what one random game says; half of the estimate is what the games before said."""
        expected = self._decisions - 1
        self._decisions = (decisions + max(1.0, expected)) / 2 if expected > 0 else decisions


def decisions_to_come(turn: Turn[Any, Any, Any], rng: Random) -> int:
    """Say how many decisions the seat makes in one random game from here on, this one included.

    An estimate of what is to come; a turn with one legal move is no decision.
    """
    state: State[Any] = turn.imagine(rng)
    seat, decisions = turn.view.seat, 0
    for _ in range(LONGEST):
        if not state.to_act:
            break
        mover = state.to_act[0]
        legal = state.legal(mover)
        decisions += mover == seat and len(legal) > 1
        state.play(mover, legal[int(rng.random() * len(legal))])
    return max(1, decisions)


def _count(goes_on: Callable[[], bool]) -> Iterator[int]:
    number = 0
    while goes_on():
        yield number
        number += 1
