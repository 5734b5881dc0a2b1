"""The connection to the bot that is checked: as in any match, and what was said last is kept."""

from collections.abc import Collection
from pathlib import Path
from time import perf_counter

from arena.bots.manifest import Bot
from arena.boxes.cpus import Cpus
from arena.boxes.grpc_connection import GrpcConnection
from arena.match.connection import Reply
from arena.match.verdict import Fault
from arena.runner.connect import make_box
from arena.v1 import arena_pb2 as pb


class RecordingConnection(GrpcConnection):
    """Keeps what the bot was sent since its last good answer, and its answer to that."""

    def __init__(
        self,
        bot: Bot,
        box: str,
        seat_folder: Path,
        cpus: Cpus,
        accepted: Collection[str] = (),
    ) -> None:
        super().__init__(bot.name, make_box(box, bot, cpus, accepted), seat_folder, perf_counter)
        self.told: list[pb.RefereeMessage] = []
        self.turn: pb.Turn | None = None
        """The last question."""
        self.answer: Reply | None = None
        """What came back; None if nothing did that could be read."""
        self.fault: Fault | None = None
        """What it was ended for, with all that is known of that."""

    async def tell(self, message: pb.RefereeMessage) -> None:
        if self.answer is not None:
            self.told, self.turn, self.answer = [], None, None
        self.told.append(message)
        await super().tell(message)

    async def ask(self, turn: pb.Turn, limit: float) -> Reply | Fault:
        if self.answer is not None:
            self.told, self.answer = [], None
        self.turn = turn
        reply = await super().ask(turn, limit)
        if isinstance(reply, Reply):
            self.answer = reply
        return reply

    async def evidence(self, fault: Fault) -> Fault:
        self.fault = await super().evidence(fault)
        return self.fault
