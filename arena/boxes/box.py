"""The contract of a box: a place where one bot's program runs."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.errors import HostFailure
from arena.match.verdict import Exit

SOCKET: Final = "referee.sock"
"""The referee's, in the folder of a seat."""
BOX_LIMIT: Final = 150.0
"""How long a box may take to be there, which is our affair and not the bot's, in seconds: a minute,
and as long as a container engine is waited for."""


class Box:
    """Runs one bot's program, once. Made again for every start.

    Without methods of its own nothing of ours runs in it: there is nothing to make, to freeze, to
    charge or to end.
    """

    logged: int = 0
    """How much of its log has arrived, in characters; of a flood not all does."""

    silent: bool = False
    """The supervisor or other reporter of its program is gone; `exited` is done once it is known
    why."""

    hear: Callable[[str], None] = staticmethod(lambda _: None)
    """Called with every piece of its log that arrives."""

    def __init__(self) -> None:
        self.exited: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()
        """Done when the bot's program has ended by itself, or could not be started."""

    async def be_there(self, seat_folder: Path, whose: str) -> None:
        """Make the box, which is `whose`, in time. HostFailure if that cannot be done."""
        try:
            async with asyncio.timeout(BOX_LIMIT):
                await self.start(seat_folder)
        except TimeoutError as error:
            raise HostFailure(f"{whose} box was not there after {BOX_LIMIT:g} s") from error

    async def start(self, seat_folder: Path) -> None:
        """Make the box, in which nothing of the bot runs yet.

        Its program will find the referee's socket in that folder. HostFailure if it cannot be made.
        """

    def launch(self) -> None:
        """Start the bot's program. The box has to be awake.

        A program that cannot be started is an Exit with an error.
        """

    def cpu(self) -> float | None:
        """Return the CPU seconds of all that has run in the box; None if they cannot be read."""
        return None

    def waited(self) -> float | None:
        """Return the seconds for which something in the box wanted a CPU and nothing had one.

        None if that cannot be read.
        """
        return None

    async def wake(self) -> None:
        """Wait for a CPU that no other box has, and let all go on, on that one. May be repeated."""

    def freeze(self) -> None:
        """Stop all that runs in the box until `wake`, and give its CPU back."""

    async def measure_share(self) -> float:
        """Return which share of its CPU another program gets, from 0 to 1.

        The box has to be awake; it is frozen meanwhile.
        """
        return 1.0

    def host_fault(self) -> str:
        """Return what this machine did to the box, as a clause; empty if it did nothing.

        To be asked before `kill`. The bot may have ended for that, or waits for a process that has:
        so no verdict is the bot's then.
        """
        return ""

    async def settle(self, *, last: bool = False) -> None:
        """Wait, for a moment at the most, until what the bot has written so far has arrived.

        The box has to be awake. For the `last` words of a match that is stopped it waits longer.
        """

    async def kill(self) -> None:
        """End everything in the box. Nothing of it runs when this returns. May be repeated."""

    def log_tail(self) -> str:
        """Return the last lines that the bot wrote to stdout and stderr."""
        return ""
