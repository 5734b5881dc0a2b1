"""The contract of a box: a place where one bot's program runs."""

from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.match.verdict import Exit

SOCKET: Final = "referee.sock"
"""The referee's, in the folder of a seat."""


class Box(ABC):
    """Runs one bot's program, once. Made again for every start."""

    exited: Future[Exit]
    """Done when the bot's program has ended by itself, or could not be started."""

    logged: int = 0
    """How much of its log has arrived, in characters; of a flood not all does."""

    silent: bool = False
    """The supervisor or other reporter of its program is gone; `exited` is done once it is known
    why."""

    hear: Callable[[str], None] = staticmethod(lambda _: None)
    """Called with every piece of its log that arrives."""

    @abstractmethod
    async def start(self, seat_folder: Path) -> None:
        """Make the box, in which nothing of the bot runs yet.

        Its program will find the referee's socket in that folder. HostFailure if it cannot be made.
        """

    @abstractmethod
    def launch(self) -> None:
        """Start the bot's program. The box has to be awake.

        A program that cannot be started is an Exit with an error.
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
    async def wake(self) -> None:
        """Wait for a CPU that no other box has, and let all go on, on that one. May be repeated."""

    @abstractmethod
    def freeze(self) -> None:
        """Stop all that runs in the box until `wake`, and give its CPU back."""

    @abstractmethod
    async def measure_share(self) -> float:
        """Return which share of its CPU another program gets, from 0 to 1.

        The box has to be awake; it is frozen meanwhile.
        """

    def host_fault(self) -> str:
        """Return what this machine did to the box, as a clause; empty if it did nothing.

        To be asked before `kill`. The bot may have ended for that, or waits for a process that has:
        so no verdict is the bot's then.
        """
        return ""

    @abstractmethod
    async def settle(self, *, last: bool = False) -> None:
        """Wait, for a moment at the most, until what the bot has written so far has arrived.

        The box has to be awake. For the `last` words of a match that is stopped it waits longer.
        """

    @abstractmethod
    async def kill(self) -> None:
        """End everything in the box. Nothing of it runs when this returns. May be repeated."""

    @abstractmethod
    def log_tail(self) -> str:
        """Return the last lines that the bot wrote to stdout and stderr."""
