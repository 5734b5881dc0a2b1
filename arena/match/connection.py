"""The connection to one bot: how the referee asks it, and learns that it is lost.

Here is what referees know of every connection. Those to bots in boxes are `GrpcConnection` and
`InProcessConnection`, in `arena.boxes`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import DecodeError

from arena.match.clock import Deadline, Spent
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb

REVISION: Final = 1
# The longest text of a bot's own side about it.
_MOST_LETTERS: Final = 500


@dataclass(frozen=True, slots=True)
class Reply:
    """A bot's answer as it arrived, beside the question."""

    turn: pb.Turn
    choice: pb.Choice
    spent: Spent

    @property
    def move(self) -> pb.Move:
        """The move that was chosen, by itself or by its index; an empty one if that is none."""
        legal, index = self.turn.legal, self.choice.index
        if self.choice.HasField("index") and index < len(legal):
            return legal[index]
        return self.choice.move


class Connection:
    """One bot's end of the conversation, from its start to its end. Used by one match only.

    Without methods of its own it has no program: there is nothing to start, to tell or to end.
    """

    def __init__(self, parameters: Mapping[str, str]) -> None:
        """The parameters are what the bot is told with every Start, by name."""
        self._turns = 0
        self.parameters = parameters
        self.join = pb.Join()
        """The Join of the bot."""
        self.joined: float | None = None
        """Seconds from the start of the bot's program to its Join; None before that."""

    @property
    def logged(self) -> int:
        """How much the bot has printed so far, in characters, as far as it is known."""
        return 0

    def next_number(self) -> int:
        """Return the number of the next question."""
        self._turns += 1
        return self._turns

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        """Number the question, send it, and wait for its answer for as long as it may take.

        HostFailure if there is none because of the machine and not of the bot.
        """
        turn.number = self.next_number()
        received = await self._exchange(pb.RefereeMessage(turn=turn), deadline)
        if isinstance(received, Fault):
            return received
        payload, spent = received
        choice = read_choice(payload, turn.number)
        return choice if isinstance(choice, Fault) else Reply(turn, choice, spent)

    async def open(self, limit: float) -> Fault | None:  # noqa: ARG002 - it is here
        """Start the bot and wait for its Join; a Fault if that takes longer than `limit` seconds.

        HostFailure if it is our doing that the bot could not be started.
        """
        return None

    async def tell(self, message: pb.RefereeMessage) -> None:
        """Send what needs no answer. A lost bot is not noticed here but at the next question."""

    async def goodbye(self) -> None:
        """Say that the match is over, and let the bot end by itself, for a moment at the most."""
        await self.tell(pb.RefereeMessage(goodbye=pb.Goodbye()))

    async def close(self) -> None:
        """End the bot. Nothing of it runs when this returns. May be repeated."""

    async def evidence(self, fault: Fault) -> Fault:
        """End the bot and return the fault with what its program left behind."""
        await self.close()
        return fault

    async def _exchange(
        self, message: pb.RefereeMessage, deadline: Deadline
    ) -> tuple[bytes, Spent] | Fault:
        """Send a question; return the serialised BotMessage and what it cost.

        One that sends no bytes has an `ask` of its own instead.
        """
        raise NotImplementedError


class AbsentConnection(Connection):
    """The connection to a bot that cannot even be started."""

    def __init__(self, defect: str) -> None:
        super().__init__({})
        self._fault = Fault(Verdict.NO_START, defect)

    async def open(self, limit: float) -> Fault:  # noqa: ARG002 - no limit helps
        return self._fault


def read_join(payload: bytes) -> pb.Join | Fault:
    """Check the first message of a stream."""
    message = _parse(payload, "join", "the first message was no Join")
    if isinstance(message, Fault):
        return message
    if message.join.revision != REVISION:
        return _protocol(
            f"Join.revision was {message.join.revision}; this referee speaks {REVISION}"
        )
    return message.join


def read_choice(payload: bytes, number: int) -> pb.Choice | Fault:
    """Check that a message answers the question of this number."""
    message = _parse(payload, "choice", f"turn {number} was answered with no Choice")
    if isinstance(message, Fault):
        return message
    if message.choice.turn != number:
        return _protocol(f"turn {number} was answered with a Choice for turn {message.choice.turn}")
    # Unknown fields are not kept.
    message.choice.DiscardUnknownFields()
    return message.choice


def _parse(payload: bytes, kind: str, other: str) -> pb.BotMessage | Fault:
    """Read a message of a kind; the fault of what is none, or of another kind, in those words."""
    try:
        message = pb.BotMessage.FromString(payload)
    except DecodeError:
        return _protocol("a message was no BotMessage")
    if message.HasField("unreadable"):
        other = message.unreadable.reason[:_MOST_LETTERS] or "what the bot said is no message"
    return message if message.WhichOneof("message") == kind else _protocol(other)


def _protocol(detail: str) -> Fault:
    return Fault(Verdict.PROTOCOL, detail)
