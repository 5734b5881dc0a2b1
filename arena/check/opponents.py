"""The opponents of a bot that is checked: trusted, cheap, and in the referee's own process."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias, TypeVar

from arena.match.clock import Spent
from arena.match.connection import Connection
from arena.match.verdict import Fault
from arena.v1 import arena_pb2 as pb

ChoiceT = TypeVar("ChoiceT")

Habit: TypeAlias = str

# `choose` knows what each does.
HABITS: Final[tuple[Habit, ...]] = ("first", "last", "random")


def choose(habit: Habit, legal: Sequence[ChoiceT], rng: Random) -> ChoiceT:
    """Return what an opponent of this habit does."""
    if habit == "random":
        return rng.choice(legal)
    return legal[0] if habit == "first" else legal[-1]


class OpponentConnection(Connection):
    """Plays each game of a match by one habit; its luck comes from its seed, as a bot's does."""

    def __init__(self, habit_of: Callable[[int], Habit]) -> None:
        super().__init__()
        self._habit_of = habit_of
        self._habit = HABITS[0]
        self._rng = Random()

    async def open(self, limit: float) -> Fault | None:  # noqa: ARG002 - it is here
        return None

    async def tell(self, message: pb.RefereeMessage) -> None:
        if message.WhichOneof("message") == "start":
            self._habit = self._habit_of(message.start.number)
            self._rng = Random(message.start.seed)

    async def close(self) -> None:
        """There is nothing to end."""

    async def evidence(self, fault: Fault) -> Fault:
        return fault

    async def _exchange(
        self,
        message: pb.RefereeMessage,
        limit: float,  # noqa: ARG002 - it takes no time
    ) -> tuple[bytes, Spent]:
        turn = message.turn
        index = choose(self._habit, range(len(turn.legal)), self._rng)
        choice = pb.Choice(turn=turn.number, index=index)
        return pb.BotMessage(choice=choice).SerializeToString(), Spent(0.0, 0.0)
