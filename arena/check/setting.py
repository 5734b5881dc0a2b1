"""One match of a check: the bot among opponents of given habits, with luck that is always the same.

A check has to say tomorrow what it says today, so its seeds are no secret. A bot that knows them
wins nothing by it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from arena.check.opponents import HABITS, Habit, OpponentLine
from arena.games import AnyGame
from arena.games.options import write_options
from arena.match.clock import TimeControl
from arena.match.entrant import Entrant
from arena.match.line import Line
from arena.match.match import play_match
from arena.match.plan import Fixture, make_fixture, make_plan
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class Setting:
    """Who plays what in a match of a check. It follows from this which cards are dealt."""

    game: AnyGame
    options: Any
    seats: int
    seat: int = 0
    """The bot's seat in the first game; in the next one it is one seat further."""
    games: int = 1
    habit: Habit | None = None
    """What all opponents do; None has them change from game to game."""
    seed: int = 1

    def __str__(self) -> str:
        defaults = write_options(self.game.Options())
        chosen = write_options(self.options)
        others = [f"{key}={text}" for key, text in chosen.items() if text != defaults[key]]
        return f"{self.game.name} with {self.seats} seats" + "".join(f", {it}" for it in others)

    def habit_of(self, number: int) -> Habit:
        """Return what the opponents do in a game of the match."""
        return self.habit or HABITS[number % len(HABITS)]

    def seat_in(self, number: int) -> int:
        """Return the bot's seat in a game of the match."""
        return (self.seat + number) % self.seats

    def plan(
        self, bot: Entrant, box: str, control: TimeControl, lacking: Sequence[str] = ()
    ) -> rec.Plan:
        """Return the plan of the match. Its entrants are the seats of its first game."""
        entrants = [Entrant(f"opponent{seat}", Path(), "") for seat in range(self.seats)]
        entrants[self.seat] = bot
        rotations = min(self.games, self.seats)
        return make_plan(
            self.game,
            self.options,
            entrants,
            deals=-(-self.games // rotations),
            rotations=rotations,
            control=control,
            box=box,
            lacking=lacking,
            seed=self.seed,
        )


def opening(setting: Setting) -> Fixture:
    """Return the first game of the match, whoever the bot is."""
    plan = setting.plan(Entrant("", Path(), ""), "inline", TimeControl())
    return make_fixture(plan, 0, plan.first_deal, 0)


async def play_setting(setting: Setting, plan: rec.Plan, connect: Callable[[], Line]) -> rec.Record:
    """Play the match up to the first forfeit; `connect` makes a line to the bot."""
    lines: list[Callable[[], Line]] = [partial(OpponentLine, setting.habit_of)] * setting.seats
    lines[setting.seat] = connect
    return await play_match(plan, lines, _watch_nothing, strict=True)


def _watch_nothing(_: rec.GameRecord) -> None:
    """Nobody watches a check game by game."""


def every_seat(game: AnyGame) -> Sequence[Setting]:
    """Return a match for every number of seats: from every seat, against every habit."""
    options = game.Options()
    return [
        Setting(game, options, seats, games=max(seats, len(HABITS)))
        for seats in game.seats_for(options)
    ]
