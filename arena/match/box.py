"""The contract of a box: a place where one bot's program runs."""

from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable
from pathlib import Path

from arena.match.verdict import Exit


def _ignore(_: str) -> None:
    """Nobody wants the log."""


class Box(ABC):
    """Runs one bot's program, once. Made anew for every start."""

    exited: Future[Exit]
    """Done when the bot's program has ended by itself, or could not be started."""

    logged: int = 0
    """How much of its log has arrived, in characters; of a flood not all does."""

    silent: bool = False
    """Whatever reports on its program is gone; `exited` is done once it is known why."""

    hear: Callable[[str], None] = staticmethod(_ignore)
    """Called with every piece of its log that arrives."""

    @abstractmethod
    async def start(self, seat_folder: Path) -> None:
        """Start the program; it finds the referee's socket in that folder.

        HostFailure if the box itself could not be made. A program that cannot be started is an
        Exit with an error.
        """

    @abstractmethod
    def cpu(self) -> float | None:
        """Return the CPU seconds of all that has run in the box; None if they cannot be read."""

    @abstractmethod
    def waited(self) -> float | None:
        """Return the seconds for which something in the box wanted a CPU and nothing had one.

        None if that cannot be read.
        """

    @abstractmethod
    def freeze(self) -> None:
        """Stop all that runs in the box until `thaw`, if the box can do that."""

    @abstractmethod
    def thaw(self) -> None:
        """Let all go on. May be repeated."""

    def host_fault(self) -> str:
        """Return what this machine did to the box, as a clause; empty if it did nothing.

        To be asked before `kill`. What the box holds may have ended for that, or waits for what
        has: so no verdict is the bot's then.
        """
        return ""

    @abstractmethod
    async def settle(self) -> None:
        """Wait, for a moment at the most, until what the bot has written so far has arrived.

        The box has to be thawed.
        """

    @abstractmethod
    async def kill(self) -> None:
        """End everything in the box. Nothing of it runs when this returns. May be repeated."""

    @abstractmethod
    def log_tail(self) -> str:
        """Return the last lines that the bot wrote to stdout and stderr."""
