"""A scenario of a check: one match of the bot among trusted opponents, dealt from one seed.

Each check draws its seed, since a bot that knew it could tell a check from a match, and behave. It
is told with the report, so that a check can say tomorrow what it said today.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import count, cycle, product
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from arena.bots.manifest import Bot
from arena.check.kinds import decision_of
from arena.games import AnyGame
from arena.games.options import option_choices, write_options
from arena.match.clock import Deadline, Spent, TimeControl
from arena.match.connection import Connection, Reply
from arena.match.match import play_match
from arena.match.plan import SEED_BYTES, MatchPlan, ScheduledGame, make_plan, scheduled_games
from arena.match.verdict import Fault
from arena.runner.host import Host
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

ChoiceT = TypeVar("ChoiceT")

Habit: TypeAlias = str

# `choose` knows what each does.
HABITS: Final[tuple[Habit, ...]] = ("first", "last", "random")
# For a kind of question that did not come up: this many deals are looked through for each of the
# options, and a match of this many games has it in the first, if the bot draws its moves.
_TRIES: Final = 12
_GAMES_AGAIN: Final = 4


def choose(habit: Habit, legal: Sequence[ChoiceT], rng: Random) -> ChoiceT:
    """Return what an opponent of this habit does."""
    if habit == "random":
        return rng.choice(legal)
    return legal[0] if habit == "first" else legal[-1]


class OpponentConnection(Connection):
    """Plays by one habit, and draws from the seed of each game, as a bot does."""

    def __init__(self, habit: Habit) -> None:
        super().__init__({})
        self._habit = habit
        self._rng = Random()

    async def tell(self, message: pb.RefereeMessage) -> None:
        if message.WhichOneof("message") == "start":
            self._rng = Random(message.start.seed)

    async def ask(
        self,
        turn: pb.Turn,
        deadline: Deadline,  # noqa: ARG002 - it takes no time
    ) -> Reply | Fault:
        index = choose(self._habit, range(len(turn.legal)), self._rng)
        return Reply(turn, pb.Choice(index=index), Spent(0.0, 0.0))


@dataclass(frozen=True, slots=True)
class Scenario:
    """The game, options and players of a match of a check. The deal follows from it."""

    game: AnyGame
    options: Any
    seats: int
    places: tuple[int | None, ...] = (None,)
    """The bot's seat in each game; None is any."""
    habit: Habit = "random"
    """The behaviour of all opponents."""
    seed: bytes = b""
    """The check's; an author's own games have none."""
    number: int = 1
    """Which of the matches that the seed gives."""

    def __str__(self) -> str:
        defaults = write_options(self.game.Options())
        chosen = write_options(self.options)
        others = [f"{key}={text}" for key, text in chosen.items() if text != defaults[key]]
        return f"{self.game.name} with {self.seats} seats" + "".join(f", {it}" for it in others)

    def plan(self, bot: Bot, host: Host, control: TimeControl) -> MatchPlan:
        """Return the plan of the match. Its first bot is the bot."""
        others = [Bot(f"opponent{number}", Path(), "") for number in range(1, self.seats)]
        return make_plan(
            self.game,
            self.options,
            [bot, *others],
            games=len(self.places),
            control=control,
            box=host.box,
            allow_missing=host.allow_missing,
            seed=sha256(self.seed + f"check {self.number}".encode()).digest()[:SEED_BYTES],
        )


def scheduled(scenario: Scenario) -> list[ScheduledGame]:
    """Return the games of the match, whatever bot it is."""
    return scheduled_games(scenario.plan(Bot("", Path(), ""), Host("inline"), TimeControl()))


def draw_scenarios(game: AnyGame, seed: bytes) -> list[Scenario]:
    """Draw the matches that a check plays of a game; the first is one game by the usual rules.

    The others have every other number of seats, every value of an option, each habit, and the
    bot at the first or the last place. The first of these, with most options, has a game at either.
    """
    choices = [*option_choices(game)]
    Random(seed).shuffle(choices)
    usual = game.Options()
    numbers = game.seats_for(usual)
    middle = numbers[len(numbers) // 2]
    unmet = {item for one in choices for item in _items(one)} - _items(usual)
    tables: list[tuple[Any, int]] = []
    order = [*(number for number in game.seats if number != middle), middle]
    for turn, seats in enumerate(cycle(order)):
        needed = turn < max(len(HABITS), len(order) - 1)
        if not needed and not unmet:
            break
        fitting = [one for one in choices if seats in game.seats_for(one)]
        options = max(fitting, key=lambda one: len(unmet & _items(one)))
        if needed or unmet & _items(options):
            tables.append((options, seats))
            unmet -= _items(options)
    scenarios = [Scenario(game, usual, middle, seed=seed)]
    for turn, (options, seats) in enumerate(tables):
        ends = 0, seats - 1
        places = ends[turn % 2 :][:1] if turn else ends
        habit = HABITS[turn % len(HABITS)]
        wanted = Scenario(game, options, seats, places, habit, seed, 1000 * (turn + 1))
        dealt = (replace(wanted, number=wanted.number + again) for again in count())
        scenarios.append(next(filter(_is_seated, dealt)))
    return scenarios


def draw_again(scenarios: Sequence[Scenario], kind: str) -> Iterator[Scenario]:
    """Draw matches by the options of these in which there is such a question, at small tables."""
    by_options = {one.options: one for one in scenarios}
    for number, (options, one) in product(range(1, _TRIES + 1), by_options.items()):
        seats, places = one.game.seats_for(options)[0], (None,) * _GAMES_AGAIN
        again = replace(one, seats=seats, places=places, habit="random", number=-number)
        if kind in _rehearse(again):
            yield again


def _rehearse(scenario: Scenario) -> Iterator[str]:
    """Yield the kinds of questions of the bot in the first game, where all draw their moves."""
    first, rng = scheduled(scenario)[0], Random(scenario.number)
    state = scenario.game.start(scenario.seats, first.deal, scenario.options)
    own = first.seating.index(0)
    while state.to_act:
        if own in state.to_act:
            yield decision_of(scenario.game.view(state, own))
        for seat in state.to_act:
            state.play(seat, rng.choice(state.legal(seat)))


def _items(options: Any) -> set[tuple[str, str]]:
    return {*write_options(options).items()}


def _is_seated(scenario: Scenario) -> bool:
    """Say whether the bot sits where it is to sit."""
    seats = [game.seating.index(0) for game in scheduled(scenario)]
    return all(place in {None, seat} for place, seat in zip(scenario.places, seats, strict=True))


async def play_scenario(
    scenario: Scenario, plan: MatchPlan, connect: Callable[[], Connection]
) -> rec.Record:
    """Play the match up to the first forfeit; `connect` makes a connection to the bot."""
    others: list[Callable[[], Connection]] = [partial(OpponentConnection, scenario.habit)]
    lines = [connect, *others * (scenario.seats - 1)]
    return await play_match(plan, lines, strict=True)
