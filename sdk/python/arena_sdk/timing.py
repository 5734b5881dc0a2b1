"""A time manager: how long to think about each decision, so that the clock lasts for the game.

It estimates how many decisions the seat has still to make by playing the imagined game to its end
at random, and gives this one its part of what is left of the bank and of the increments to come.
"""

from collections.abc import Callable, Iterator
from math import ceil
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

from arena.games.contract import State
from arena.v1 import arena_pb2 as pb
from arena_sdk.bot import Turn

# Seconds of the bank that are never planned for: the other messages, and a machine that is busy.
RESERVE: Final = 0.2
# One decision gets at most this part of what is left, however few are to come.
LARGEST_PART: Final = 0.5
# Where no clock runs: as under the usual one, in milliseconds.
USUAL: Final = pb.Clock(bank_ms=10_000, increment_ms=100, kind=pb.CLOCK_KIND_NONE)
# So many random games tell how many decisions are to come, of so many moves at most.
GAMES: Final = 3
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

    def share(self, turn: Turn[Any, Any, Any], rng: Random) -> Iterator[int]:
        """Return an iterator that counts 0, 1, 2 ... and ends when this decision's time is up.

        To be called at every turn, once, before anything else: the time runs from here. It counts
        to nothing where there is no time left to think. What is done between two numbers should
        take a few milliseconds, since that is how much it may come too late.
        """
        read = self._stopwatch()
        self._granted += self._clock.increment_ms / 1000
        seconds = 0.0 if len(turn.legal) == 1 else self._seconds(turn, rng)
        return _count(read, seconds)

    def _seconds(self, turn: Turn[Any, Any, Any], rng: Random) -> float:
        """Return how long to think about this turn."""
        has_clock = self._clock is not USUAL
        left = turn.time_left if has_clock else self._granted
        spent = self._granted - left
        own = self._part * self._granted - spent - RESERVE * self._part
        decisions = decisions_to_come(turn, rng)
        increments = self._part * self._clock.increment_ms / 1000 * (decisions - 1)
        return max(0.0, min((own + increments) / decisions, LARGEST_PART * (left - RESERVE)))

    def _stopwatch(self) -> Callable[[], float]:
        """Return what reads the seconds that the clock charges from now on."""
        cpu, wall = process_time(), perf_counter()
        if self._clock.kind != pb.CLOCK_KIND_CPU:
            return lambda: perf_counter() - wall
        return lambda: max(process_time() - cpu, (perf_counter() - wall) / 3)


def decisions_to_come(turn: Turn[Any, Any, Any], rng: Random) -> int:
    """Estimate how many decisions the seat has still to make, this one included.

    The mean over random games, rounded up; turns with one legal move are none.
    """
    seat = turn.view.seat
    return 1 + ceil(
        sum(_decisions_after(turn.imagine(rng), seat, rng) for _ in range(GAMES)) / GAMES
    )


def _decisions_after(state: State[Any], seat: int, rng: Random) -> int:
    """Play a state to the end at random; return how often a seat had a choice after this one."""
    decisions = -1
    for _ in range(LONGEST):
        if not state.to_act:
            break
        mover = state.to_act[0]
        legal = state.legal(mover)
        decisions += mover == seat and len(legal) > 1
        state.play(mover, legal[int(rng.random() * len(legal))])
    return max(0, decisions)


def _count(read: Callable[[], float], seconds: float) -> Iterator[int]:
    number = 0
    while read() < seconds:
        yield number
        number += 1
