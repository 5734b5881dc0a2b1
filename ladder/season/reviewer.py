"""Reviews beside a season or a server what was asked for: in a process each, with limits.

A review takes minutes of one CPU, and gives way to all else there.
"""

from dataclasses import dataclass
from typing import Final, Self

from arena.errors import HostFailure, UserError
from arena.runner.child import Beside, Bounds
from ladder.matches import Player
from ladder.queue.reviews import review_record
from ladder.shares import REVIEW_SECONDS

# The most memory of one review.
_MEMORY: Final = 2 * 1024**3
_NICE: Final = 10


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Outcome of a review."""

    flaw: str
    """Why there is none, as a clause; empty if there is one."""
    content: bytes = b""
    """As `ladder.queue.reviews` packs it."""


class Reviewer:
    """Reviews records. To be used as a context; at its end nothing is reviewed any more.

    If it is not `beside`, it does so in this process, which waits for it. `seconds` limits
    the CPU time of each.
    """

    def __init__(self, *, beside: bool = False, seconds: int = REVIEW_SECONDS) -> None:
        self._here = not beside
        self._seconds = seconds
        self._running: dict[str, Beside[bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Review nothing any more."""
        for one in self._running.values():
            one.end()
        self._running.clear()

    def start(self, job: str, content: bytes, player: Player) -> None:
        """Have what a bot did in a packed record be reviewed."""
        bounds = Bounds(nice=_NICE, memory=_MEMORY, seconds=self._seconds)
        self._running[job] = Beside(review_record, bounds, here=self._here)
        self._running[job].ask(content, player)

    def take(self, job: str) -> Reviewed | None:
        """Return what has come of a job, and forget it; None as long as it goes on."""
        if job not in self._running or not self._running[job].has_answer():
            return None
        with self._running.pop(job) as beside:
            try:
                return Reviewed("", beside.answer())
            except (UserError, HostFailure) as flaw:
                return Reviewed(str(flaw).rstrip("."))
