"""The scenarios of a check: a match of the bot among trusted opponents, and which ones ask most.

A scenario is one match, with luck cut from the check's seed. Each check draws its seed, since a bot
that knew it could tell a check from a match, and behave. It is told with the report, so that a
check can say tomorrow what it said today.

The games that ask most of a bot are found by playing many that it is not in. A bot's own moves
change how its game goes, so what is found is a good guess and no promise. Which options, seats and
opponents these are is the same for every check, and found once; which cards are then dealt is not.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from arena.bots.manifest import Bot
from arena.games import AnyGame
from arena.games.options import option_choices, write_options
from arena.match.clock import Allowance, Spent, TimeControl
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import SEED_BYTES, ScheduledGame, make_plan, scheduled_games
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
    games: int = 1
    """With as many games as seats the bot has every seat once."""
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
    ) -> rec.Plan:
        """Return the plan of the match. Its first bot is the bot."""
        others = [Bot(f"opponent{number}", Path(), "") for number in range(1, self.seats)]
        return make_plan(
            self.game,
            self.options,
            [bot, *others],
            games=self.games,
            control=control,
            box=box,
            allow_missing=allow_missing,
            seed=sha256(self.seed + f"check {self.number}".encode()).digest()[:SEED_BYTES],
        )


def opening(scenario: Scenario) -> ScheduledGame:
    """Return the first game of the match, whoever the bot is."""
    return scheduled_games(scenario.plan(Bot("", Path(), ""), "inline", TimeControl()))[0]


async def play_scenario(
    scenario: Scenario, plan: rec.Plan, connect: Callable[[], Connection]
) -> rec.Record:
    """Play the match up to the first forfeit; `connect` makes a connection to the bot."""
    others: list[Callable[[], Connection]] = [partial(OpponentConnection, scenario.habit_of)]
    lines = [connect, *others * (scenario.seats - 1)]
    return await play_match(plan, lines, _watch_nothing, strict=True)


def _watch_nothing(_: rec.GameRecord) -> None:
    """Nobody watches a check game by game."""


def every_seat(game: AnyGame, seed: bytes) -> Sequence[Scenario]:
    """Return a match for every number of seats: every seat, and every habit against it."""
    options = game.Options()
    return [
        Scenario(game, options, seats, games=seats * -(-len(HABITS) // seats), seed=seed)
        for seats in game.seats_for(options)
    ]


_DEALS: Final = range(6)
SIMULTANEOUS: Final = "simultaneous"
SEQUENTIAL: Final = "sequential"
FORCED: Final = "with one legal move"


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A game as it went when the bot's seat had the habit of the others."""

    scenario: Scenario
    questions: Counter[str]
    """What the bot's seat was asked, by kind."""
    moves: int
    """How many moves all seats made."""

    @property
    def length(self) -> tuple[int, int]:
        """How long it is for the bot: how often it was asked, and then how often all were."""
        return self.questions[SIMULTANEOUS] + self.questions[SEQUENTIAL], self.moves


def rehearse(scenario: Scenario) -> Rehearsal:
    """Play the first game of a match with the opponents alone."""
    scheduled = opening(scenario)
    state = scenario.game.start(scenario.seats, scheduled.deal, scenario.options)
    luck = [Random(seed) for seed in scheduled.seeds]
    own = scheduled.seating.index(0)
    questions = Counter[str]()
    moves = 0
    while asked := state.to_act:
        for seat in asked:
            moves += 1
            legal = state.legal(seat)
            if seat == own:
                questions[SIMULTANEOUS if len(asked) > 1 else SEQUENTIAL] += 1
                questions[FORCED] += len(legal) == 1
            state.play(seat, choose(scenario.habit_of(0), legal, luck[seat]))
    return Rehearsal(scenario, questions, moves)


@cache
def rehearse_all(game: AnyGame) -> tuple[Rehearsal, ...]:
    """Play every choice of options with every number of seats, some deals each."""
    return tuple(map(rehearse, _candidates(game)))


def _candidates(game: AnyGame) -> Iterator[Scenario]:
    for options in option_choices(game):
        for seats, habit, number in product(game.seats_for(options), HABITS, _DEALS):
            yield Scenario(game, options, seats, habit=habit, number=number)


def longest(game: AnyGame, seed: bytes) -> Scenario:
    """Return the game in which the bot is asked most often."""
    return _best(rehearse_all(game), seed, lambda found: found.length)


def shortest(game: AnyGame, seed: bytes) -> Scenario:
    """Return the game in which it is asked most rarely."""
    return _best(rehearse_all(game), seed, lambda found: tuple(-part for part in found.length))


def most_varied(game: AnyGame, seed: bytes) -> Scenario:
    """Return the game with the most kinds of questions, under the usual options."""
    usual = [found for found in rehearse_all(game) if found.scenario.options == game.Options()]
    return _best(usual, seed, lambda found: (len(+found.questions), *(-n for n in found.length)))


def _best(
    rehearsed: Sequence[Rehearsal], seed: bytes, merit: Callable[[Rehearsal], tuple[int, ...]]
) -> Scenario:
    """Return the best game with the best choice of options, seats and habit, dealt by the seed."""
    chosen = max(rehearsed, key=merit).scenario
    dealt = [rehearse(replace(chosen, seed=seed, number=number)) for number in _DEALS]
    return max(dealt, key=merit).scenario
