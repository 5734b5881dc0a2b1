"""The connection to a person: the same stream as to a bot, and no box of ours behind it.

The program at its other end asks a person. It is started and ended by somebody else, uses no CPU
that bots wait for, and is never frozen. Where it goes away the match ends, as nobody can say what
the person would have played: what is missing is dealt again when they come back.
"""

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path

from arena.boxes.bot_log import BotLog
from arena.boxes.box import Box
from arena.boxes.grpc_connection import GOODBYE_LIMIT, GrpcConnection
from arena.errors import Unavailable
from arena.match.clock import Allowance, Spent
from arena.match.connection import Connection
from arena.match.verdict import Exit, Fault, Verdict
from arena.v1 import arena_pb2 as pb


class NoBox(Box):
    """A box in which nothing of ours runs: there is nothing to start, to freeze or to charge."""

    def __init__(self) -> None:
        self.exited: asyncio.Future[Exit] = asyncio.get_running_loop().create_future()

    async def start(self, seat_folder: Path) -> None:
        """Nothing is made."""

    def launch(self) -> None:
        """Nothing is started."""

    def cpu(self) -> None:
        return None

    def waited(self) -> None:
        return None

    async def wake(self) -> None:
        """It never sleeps."""

    def freeze(self) -> None:
        """People think when they like."""

    async def measure_share(self) -> float:
        return 1.0

    async def settle(self, *, last: bool = False) -> None:
        """Nothing is printed."""

    async def kill(self) -> None:
        """There is nothing to end."""

    def log_tail(self) -> str:
        return ""


class PersonConnection(GrpcConnection):
    """A person, on a stream; anyone who connects to the socket first. Unavailable when they leave.

    The socket is opened below `door`, a folder that only this user can enter.
    """

    _folder_mode = 0o700
    _socket_mode = 0o600

    def __init__(
        self, name: str, door: Path, now: Callable[[], float], log: BotLog | None = None
    ) -> None:
        # A name of its own each time, since gRPC removes that of a server which has ended, later.
        super().__init__(name, {}, NoBox(), door / secrets.token_hex(8), now, log=log)

    async def open(self, limit: float) -> Fault | None:
        return self._unless_gone(await super().open(limit), Verdict.NO_START)

    async def tell(self, message: pb.RefereeMessage) -> None:
        """Send the message at once: people want to see what goes on."""
        await super().tell(message)
        await self._send_untold()

    async def goodbye(self) -> None:
        await Connection.goodbye(self)
        self._closed.set()
        if self._server is not None:
            # It waits for a moment until the other end has read all.
            await self._server.stop(GOODBYE_LIMIT)

    async def _exchange(
        self, message: pb.RefereeMessage, allowed: Allowance
    ) -> tuple[bytes, Spent] | Fault:
        answer = await super()._exchange(message, allowed)
        if isinstance(answer, Fault):
            self._unless_gone(answer, Verdict.CRASHED)
        return answer

    def _unless_gone(self, fault: Fault | None, gone: Verdict) -> Fault | None:
        """Return the fault; Unavailable if it is that the stream has ended."""
        if fault is not None and fault.verdict is gone:
            raise Unavailable(f"{self._name} has left the table")
        return fault
