"""A line to a bot that exists only as a script: what it answers, and how long that takes."""

from collections.abc import Callable, Iterator

from arena.match.clock import Deadline, Spent
from arena.match.connection import Connection
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb

# From a question to the seconds that the answer takes and the answer; None ends the bot.
Script = Callable[[pb.Turn], tuple[float, pb.BotMessage | bytes] | None]


def first_legal(turn: pb.Turn, seconds: float = 0.001) -> tuple[float, pb.BotMessage]:
    """Answer with the first legal move."""
    return seconds, pb.BotMessage(choice=pb.Choice(turn=turn.number, move=turn.legal[0]))


class ScriptedConnection(Connection):
    """Answers by its script, in time that does not pass. Remembers what it was told and asked."""

    def __init__(self, script: Script = first_legal, refusal: Fault | None = None) -> None:
        super().__init__({})
        self._script = script
        self._refusal = refusal
        self.turns: list[pb.Turn] = []
        self.told: list[pb.RefereeMessage] = []
        self.closed = False
        # How much of the time that an answer takes is spent on the CPU; None if that is not known.
        self.cpu: float | None = 1.0
        # How many seconds of wall time its box waits for its CPU besides, at each answer.
        self.waits = 0.0

    async def open(self, limit: float) -> Fault | None:
        return self._refusal

    async def tell(self, message: pb.RefereeMessage) -> None:
        self.told.append(message)

    async def close(self) -> None:
        self.closed = True

    async def evidence(self, fault: Fault) -> Fault:
        await self.close()
        return Fault(fault.verdict, fault.detail, log_tail="the last words")

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        turn = pb.Turn()
        turn.CopyFrom(message.turn)
        self.turns.append(turn)
        answer = self._script(turn)
        if answer is None:
            return Fault(Verdict.CRASHED, "the script ended")
        seconds, sent = answer
        if seconds > deadline.wall:
            return Fault(Verdict.TIMEOUT, f"no answer within {deadline.wall:.3f} s")
        payload = sent if isinstance(sent, bytes) else sent.SerializeToString()
        cpu = None if self.cpu is None else seconds * self.cpu
        return payload, Spent(seconds + self.waits, cpu, self.waits)


def failing_at(number: int, answer: Script) -> Script:
    """Return a script that answers well but for one question."""
    return lambda turn: answer(turn) if turn.number == number else first_legal(turn)


def lines_of(scripts: Iterator[Script]) -> Callable[[], ScriptedConnection]:
    """Return what makes a fresh line with the next script at every start."""
    return lambda: ScriptedConnection(next(scripts))
