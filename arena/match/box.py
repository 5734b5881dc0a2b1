"""The contract of a box: a place where one bot's program runs."""

from abc import ABC, abstractmethod
from asyncio import Future
from pathlib import Path

from arena.match.verdict import Exit


class Box(ABC):
    """Runs one bot's program, once. Made anew for every start."""

    exited: Future[Exit]
    """Done when the bot's program has ended by itself, or could not be started."""

    @abstractmethod
    async def start(self, seat_folder: Path) -> None:
        """Start the program; it finds the referee's socket in that folder.

        HostFailure if the box itself could not be made. A program that cannot be started is an
        Exit with an error.
        """

    @abstractmethod
    async def kill(self) -> None:
        """End everything in the box. Nothing of it runs when this returns. May be repeated."""

    @abstractmethod
    def log_tail(self) -> str:
        """Return the last lines that the bot wrote to stdout and stderr."""
