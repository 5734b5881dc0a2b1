"""Why an answer is late: the bot worked, it slept, or the machine kept it from working."""

import asyncio

from arena.match.box import Box
from arena.match.clock import GRACE
from arena.match.verdict import Fault, HostFailure, Verdict


class Watch:
    """Finds out of a bot that is late whether it worked, slept, or did not have the machine.

    Once a third of its time is over, it looks. Who has spent by then what was left, need not be
    waited for. A box that has not, and wanted a CPU for at least half of the rest without having
    one, was kept from working by others: while one of its own processes ran, it did not wait.
    """

    def __init__(self, box: Box, limit: float, charged: float | None, left: float) -> None:
        self._box = box
        self._limit = limit
        self._charged = charged
        self._left = left
        self._waited: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self, alarm: asyncio.Timeout) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._limit / 3, self._look, alarm, loop)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, alarm: asyncio.Timeout, loop: asyncio.AbstractEventLoop) -> None:
        self._waited = self._box.waited()
        if self._limit > self._left * 2 and (self._spent() or 0.0) > self._left + GRACE:
            alarm.reschedule(loop.time())

    def judge(self) -> Fault:
        """Return the fault of a bot that has not answered; HostFailure if it was the machine's."""
        known, waited, rest = self._spent(), self._box.waited(), self._limit * 2 / 3
        spent = known or 0.0
        if spent > self._left:
            detail = f"no answer after {spent:.3f} s of cpu time; {self._left:.3f} s were left"
            return Fault(Verdict.TIMEOUT, detail)
        kept = 0.0 if waited is None or self._waited is None else waited - self._waited
        if kept >= rest / 2:
            raise HostFailure(
                f"the machine is too busy: a bot that spent {spent:.3f} s of CPU time waited for"
                f" {kept:.3f} s of {rest:.3f} s"
            )
        detail = f"no answer within {self._limit:.3f} s"
        if known is not None:
            detail += f"; the bot had spent {known:.3f} s of CPU time"
        return Fault(Verdict.TIMEOUT, detail)

    def _spent(self) -> float | None:
        """Return the CPU seconds since the last answer; None where they cannot be read."""
        now = self._box.cpu()
        return None if now is None or self._charged is None else now - self._charged
