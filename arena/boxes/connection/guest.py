"""The connection to a guest: the same stream as to a bot, and no box of ours behind it.

The program at its other end asks a person, or calls a function. The caller starts and ends it; it
uses no CPU for bots, and is never frozen. If a person goes away the match ends, since their moves
cannot be guessed: the missing games are dealt again when they come back. A function that raises has
crashed, as a bot has.
"""

import secrets
from collections.abc import Callable
from dataclasses import replace

from arena.boxes.box import Box
from arena.boxes.connection.grpc_connection import GOODBYE_LIMIT, GrpcConnection
from arena.boxes.supervision.bot_log import BotLog
from arena.errors import Unavailable
from arena.match.clock import Deadline
from arena.match.connection import Connection, Reply
from arena.match.seat import Guest
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb


class GuestConnection(GrpcConnection):
    """A guest, on a stream; anyone who connects to the socket first. Unavailable when a person
    leaves.

    The socket is opened below the guest's door, a folder that only this user can enter.
    """

    _folder_mode = 0o700
    _socket_mode = 0o600

    def __init__(self, guest: Guest, now: Callable[[], float], log: BotLog | None = None) -> None:
        # A name of its own each time, since gRPC removes that of a server which has ended, later.
        folder = guest.door / secrets.token_hex(8)
        super().__init__(guest.name, {}, Box(), folder, now, log=log)
        self._may_leave = guest.kind.may_leave

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

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        reply = await super().ask(turn, deadline)
        if not isinstance(reply, Fault):
            return reply
        self._unless_gone(reply, Verdict.CRASHED)
        if reply.verdict is Verdict.PROTOCOL and not self._may_leave:
            # The caller of a function reports an exception of it as this.
            return replace(reply, verdict=Verdict.CRASHED)
        return reply

    async def evidence(self, fault: Fault) -> Fault:
        await self.close()
        return fault

    def _unless_gone(self, fault: Fault | None, gone: Verdict) -> Fault | None:
        """Return the fault; Unavailable if it is that a person's stream has ended."""
        if self._may_leave and fault is not None and fault.verdict is gone:
            raise Unavailable(f"{self._name} has left the table")
        return fault
