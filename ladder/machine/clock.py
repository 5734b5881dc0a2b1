"""The clock of a ladder: the machine's, but it never leaps ahead within a process.

The log's time never goes back, so a moment ahead would stop it until then. A process believes the
clock when it starts, and then goes on by what the machine has run since, asleep or not. A clock
that is set right is followed from the next start.
"""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from arena.system import running_time

DAY: Final = timedelta(days=1)
# A smaller jump is not told.
_TOLD_FROM: Final = timedelta(minutes=1)
_log = logging.getLogger(__name__)


class SteadyClock:
    """A clock that may go back, and never ahead of its first look and what has run since."""

    def __init__(self, wall: Callable[[], datetime], running: Callable[[], float]) -> None:
        self._wall, self._running = wall, running
        self._start, self._first, self._told = running(), wall(), False

    def now(self) -> datetime:
        """Return the time in UTC; say once that the machine's clock is ahead of it."""
        wall = self._wall()
        most = self._first + timedelta(seconds=self._running() - self._start)
        if wall - most >= _TOLD_FROM and not self._told:
            self._told = True
            _log.warning(
                f"The clock of this machine was set ahead by {_round(wall - most)}. This program"
                f" goes on by the time that it had, {describe_time(most)}; it follows the"
                " clock when it is started again."
            )
        return min(wall, most)


_PROCESS: Final = SteadyClock(lambda: datetime.now(UTC), running_time)


def utc_now() -> datetime:
    """Return the time of this process in UTC."""
    return _PROCESS.now()


def describe_time(moment: datetime) -> str:
    """Return a moment in UTC, to the minute."""
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def describe_lead(last: datetime, now: datetime) -> str:
    """Say how far a log is ahead, and what follows, as a clause; empty if it is not.

    `last` is the time of its last entry.
    """
    if last - now < _TOLD_FROM:
        return ""
    return (
        f"the log is {_round(last - now)} ahead of this machine's clock: until"
        f" {describe_time(last)} every entry bears that time, and limits of a day and"
        " planned acts go by the clock"
    )


def _round(time: timedelta) -> timedelta:
    return timedelta(seconds=round(time.total_seconds()))
