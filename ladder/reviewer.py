"""Reviews beside a season or a server what was asked for: in a process each, with limits.

A review takes minutes of one CPU, and gives way to all else there.
"""

import resource
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, Self

from arena.errors import UserError
from arena.runner.child import start_beside
from arena.system import limit_process
from ladder.matches import Player
from ladder.reviews import review_record
from ladder.shares import REVIEW_SECONDS

# What one may take at most.
_MEMORY: Final = 2 * 1024**3
_NICE: Final = 10


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What has come of a review."""

    flaw: str
    """Why there is none, as a clause; empty if there is one."""
    content: bytes = b""
    """As `ladder.reviews` packs it."""


class Reviewer:
    """Reviews records. To be used as a context; at its end nothing is reviewed any more.

    If it is not `beside`, it does so in this process, which waits for it. `seconds` limits
    the CPU time of each.
    """

    def __init__(self, *, beside: bool = False, seconds: int = REVIEW_SECONDS) -> None:
        self._beside = beside
        self._seconds = seconds
        self._done: dict[str, Reviewed] = {}
        self._running: dict[str, tuple[BaseProcess, Connection]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Review nothing any more."""
        for process, port in self._running.values():
            process.kill()
            process.join()
            port.close()
        self._running.clear()

    def start(self, job: str, content: bytes, player: Player) -> None:
        """Have what a bot did in a packed record be reviewed."""
        if not self._beside:
            self._done[job] = _review(content, player)
            return
        self._running[job] = start_beside(_work, content, player, self._seconds, nice=_NICE)

    def take(self, job: str) -> Reviewed | None:
        """Return what has come of a job, and forget it; None as long as it goes on."""
        if job in self._running and self._running[job][1].poll():
            self._done[job] = self._receive(*self._running.pop(job))
        return self._done.pop(job, None)

    def _receive(self, process: BaseProcess, port: Connection) -> Reviewed:
        with port:
            try:
                done: Reviewed | None = port.recv()
            except (EOFError, OSError):
                done = None
        process.join()
        return done or Reviewed(f"its review ended with exit code {process.exitcode}")


def _work(port: Connection, content: bytes, player: Player, seconds: int) -> None:
    """Review one record; the body of the child process."""
    limit_process(resource.RLIMIT_AS, _MEMORY)
    limit_process(resource.RLIMIT_CPU, seconds)
    with suppress(BrokenPipeError):
        port.send(_review(content, player))


def _review(content: bytes, player: Player) -> Reviewed:
    try:
        return Reviewed("", review_record(content, player))
    except UserError as mistake:
        return Reviewed(str(mistake).rstrip("."))
