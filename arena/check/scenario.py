"""A scenario of a check: one match of the bot among trusted opponents, dealt from one seed.

Each check draws its seed, since a bot that knew it could tell a check from a match, and behave. It
is told with the report, so that a check can say tomorrow what it said today. Which scenarios a
check plays is in `covering.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from arena.bots.manifest import Bot
from arena.games import AnyGame
from arena.games.options import write_options
from arena.match.clock import Allowance, Spent, TimeControl
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import SEED_BYTES, MatchPlan, ScheduledGame, make_plan, scheduled_games
from arena.match.verdict import Fault
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

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
    """Plays each game of a match by one habit, and draws from its seed, as a bot does."""

    def __init__(self, habit_of: Callable[[int], Habit]) -> None:
        super().__init__({})
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
        allowed: Allowance,  # noqa: ARG002 - it takes no time
    ) -> tuple[bytes, Spent]:
        turn = message.turn
        index = choose(self._habit, range(len(turn.legal)), self._rng)
        choice = pb.Choice(turn=turn.number, index=index)
        return pb.BotMessage(choice=choice).SerializeToString(), Spent(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Scenario:
    """Who plays what in a match of a check. It follows from this which cards are dealt."""

    game: AnyGame
    options: Any
    seats: int
    places: tuple[int | None, ...] = (None,)
    """The bot's seat in each game; None is any."""
    habit: Habit | None = None
    """What all opponents do; None has them change from game to game."""
    seed: bytes = b""
    """The check's; an author's own games have none."""
    number: int = 1
    """Which of the matches that the seed gives."""

    def __str__(self) -> str:
        defaults = write_options(self.game.Options())
        chosen = write_options(self.options)
        others = [f"{key}={text}" for key, text in chosen.items() if text != defaults[key]]
        return f"{self.game.name} with {self.seats} seats" + "".join(f", {it}" for it in others)

    def habit_of(self, number: int) -> Habit:
        """Return what the opponents do in a game of the match."""
        return self.habit or HABITS[number % len(HABITS)]

    def plan(
        self, bot: Bot, box: str, control: TimeControl, allow_missing: Sequence[str] = ()
    ) -> MatchPlan:
        """Return the plan of the match. Its first bot is the bot."""
        others = [Bot(f"opponent{number}", Path(), "") for number in range(1, self.seats)]
        return make_plan(
            self.game,
            self.options,
            [bot, *others],
            games=len(self.places),
            control=control,
            box=box,
            allow_missing=allow_missing,
            seed=sha256(self.seed + f"check {self.number}".encode()).digest()[:SEED_BYTES],
        )


def scheduled(scenario: Scenario) -> list[ScheduledGame]:
    """Return the games of the match, whatever bot it is."""
    return scheduled_games(scenario.plan(Bot("", Path(), ""), "inline", TimeControl()))


async def play_scenario(
    scenario: Scenario, plan: MatchPlan, connect: Callable[[], Connection]
) -> rec.Record:
    """Play the match up to the first forfeit; `connect` makes a connection to the bot."""
    others: list[Callable[[], Connection]] = [partial(OpponentConnection, scenario.habit_of)]
    lines = [connect, *others * (scenario.seats - 1)]
    return await play_match(plan, lines, _watch_nothing, strict=True)


def _watch_nothing(_: rec.GameRecord) -> None:
    """Nobody watches a check game by game."""
