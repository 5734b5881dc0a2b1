"""One match of a check: the bot among opponents of given habits, with luck cut from one seed.

Each check draws its seed, since a bot that knew it could tell a check from a match, and behave. It
is told with the report, so that a check can say tomorrow what it said today.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from arena.bots.manifest import Bot
from arena.check.opponents import HABITS, Habit, OpponentConnection
from arena.games import AnyGame
from arena.games.options import write_options
from arena.match.clock import TimeControl
from arena.match.connection import Connection
from arena.match.match import play_match
from arena.match.plan import SEED_BYTES, ScheduledGame, make_plan, scheduled_games
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class Setting:
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


def opening(setting: Setting) -> ScheduledGame:
    """Return the first game of the match, whoever the bot is."""
    return scheduled_games(setting.plan(Bot("", Path(), ""), "inline", TimeControl()))[0]


async def play_setting(
    setting: Setting, plan: rec.Plan, connect: Callable[[], Connection]
) -> rec.Record:
    """Play the match up to the first forfeit; `connect` makes a line to the bot."""
    others: list[Callable[[], Connection]] = [partial(OpponentConnection, setting.habit_of)]
    lines = [connect, *others * (setting.seats - 1)]
    return await play_match(plan, lines, _watch_nothing, strict=True)


def _watch_nothing(_: rec.GameRecord) -> None:
    """Nobody watches a check game by game."""


def every_seat(game: AnyGame, seed: bytes) -> Sequence[Setting]:
    """Return a match for every number of seats: every seat, and every habit against it."""
    options = game.Options()
    return [
        Setting(game, options, seats, games=seats * -(-len(HABITS) // seats), seed=seed)
        for seats in game.seats_for(options)
    ]
