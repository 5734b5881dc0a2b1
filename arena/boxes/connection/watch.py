"""The timer of one question: tells a bot that works from one that sleeps, and from one without CPU.

Both clocks run from the moment at which its box got a CPU. The wall time that counts excludes time
spent waiting for that CPU because of processes other than bots: so a busy machine costs a bot
nothing. A bot that sleeps and wakes without end looks as if it waited. So its waiting counts only
up to the longest wait of a program that got a fair share.

A machine that is too busy to blame a bot is not read off the bot. While its box is frozen a program
of ours wants the same CPU, and the share of that one decides.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Final

from arena.boxes.box import Box
from arena.errors import HostFailure
from arena.match.clock import Deadline, Spent
from arena.match.verdict import Fault, Verdict

# The least share of a CPU that a box can get, if it wants all of it, for bots to be judged.
FAIR_SHARE: Final = 1 / 16
# Run-queue time is not measured for answers faster than this, in seconds: measuring would cost more
# than some of them.
_LOOK: Final = 0.005
# How long the referee may stand still unseen, in seconds.
_STEP: Final = 0.05


@dataclass(slots=True)
class Timings:
    """The measurements of one match, in seconds: how well this machine does, and nothing of a bot.

    No record has them.
    """

    starts: list[float] = field(default_factory=list)
    """For each bot that joined, the time from the order for its box to its Join."""
    late: float = 0.0
    """The longest delay of the referee's timer. Its measurements are right all the same, but a bot
    that has used up its time is ended later."""


class Watch:
    """The time of one question. `charged` is the CPU time of the box up to which it has paid."""

    def __init__(
        self,
        box: Box,
        now: Callable[[], float],
        deadline: Deadline,
        charged: float | None,
    ) -> None:
        self._box = box
        self._now = now
        self._deadline = deadline
        # The time spent when it was over; None before that.
        self._over: Spent | None = None
        self._charged = charged
        self._given = now()
        self._waited_before: float | None = None
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        # When the timer is to go off, and by how much it was late so far, in all.
        self._due = inf
        self._lost = 0.0
        self.late = 0.0
        """By how many seconds the timer went off too late, at worst."""

    def start(self, alarm: asyncio.Timeout) -> None:
        """Have the alarm go off when the time is over."""
        self._wait(min(_LOOK, self._deadline.wall), lambda: self._begin(alarm))

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def cost(self) -> Spent:
        """Return what an answer that has come now has cost, but for its CPU time."""
        wall = self._elapsed()
        # It may have waited while the referee stood still, which is left out already.
        return Spent(wall, 0.0, min(wall, self._waited()))

    def _so_far(self) -> Spent:
        return self.cost()._replace(cpu=self._spent())

    async def judge(self) -> Fault:
        """Return the fault of a bot that is late; HostFailure if it was the machine's."""
        # As the alarm has counted, so that a record shows that it was too late.
        cost = self._over or self._so_far()
        spent, elapsed, waited = cost.cpu or 0.0, cost.wall, self._waited_in_all()
        left, limit = self._deadline.left, self._deadline.wall
        if spent > left:
            detail = f"no answer after {spent:.3f} s of cpu time; {left:.3f} s were left"
            return Fault(Verdict.TIMEOUT, detail, spent=cost)
        # A box that slept half of its time was not short of CPU.
        if waited is None or elapsed - waited - spent < limit / 2:
            share = await self._box.measure_share()
            if share < FAIR_SHARE:
                raise HostFailure(
                    f"the machine is too busy: within {elapsed:.3f} s the bot had {spent:.3f} s of"
                    f" CPU time. Another program then had {share:.0%} of that CPU; expected"
                    f" {FAIR_SHARE:.1%} or more"
                )
        detail = f"no answer within {limit:.3f} s"
        if self._box.cpu() is not None:
            detail += f"; the bot had spent {spent:.3f} s of CPU time"
        return Fault(Verdict.TIMEOUT, detail, spent=cost)

    def _begin(self, alarm: asyncio.Timeout) -> None:
        self._waited_before = self._box.waited()
        self._look(alarm)

    def _look(self, alarm: asyncio.Timeout) -> None:
        """End the question if its time is over, else look again when it may be."""
        spent = self._so_far()
        if self._deadline.is_over(spent):
            self._over = spent
            alarm.reschedule(self._loop.time())
        else:
            self._wait(max(self._deadline.rest(spent), _LOOK), lambda: self._look(alarm))

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        """Do something after this many seconds in which the referee has not stood still."""
        step = min(seconds, _STEP)
        self._due = self._now() + step
        self._timer = self._loop.call_later(step, self._step, seconds - step, then)

    def _step(self, left: float, then: Callable[[], None]) -> None:
        late = self._lag(self._now())
        self.late = max(self.late, late)
        self._lost += late
        self._due = inf
        if left > 0:
            self._wait(left, then)
        else:
            then()

    def _lag(self, now: float) -> float:
        """Return by how many seconds the timer is late that has not gone off yet."""
        return max(0.0, now - self._due)

    def _elapsed(self) -> float:
        """Return the seconds since the question was given in which the referee looked on."""
        # One look at the clock: between two of them the referee may stand still, too.
        now = self._now()
        return now - self._given - self._lost - self._lag(now)

    def _waited(self) -> float:
        """Return how many of them count as waiting for the CPU that the box was given."""
        in_all = self._waited_in_all()
        return min(in_all, self._spent() * (1 / FAIR_SHARE - 1)) if in_all else 0.0

    def _spent(self) -> float:
        """Return the CPU seconds since the last answer; 0 where they cannot be read."""
        now = self._box.cpu()
        return 0.0 if now is None or self._charged is None else now - self._charged

    def _waited_in_all(self) -> float | None:
        """Return what the box waited since the first look; None if nobody knows."""
        now = None if self._waited_before is None else self._box.waited()
        if now is None or self._waited_before is None:
            return None
        # The wait over quota may be counted sooner than the wait from which it is subtracted.
        return max(0.0, now - self._waited_before)
