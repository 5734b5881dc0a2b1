"""Finds the games that ask most of a bot, by playing many that it is not in.

A bot's own moves change how its game goes, so what is found is a good guess and no promise. Which
options, seats and opponents these are is the same for every check, and found once; which cards are
then dealt is not.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from random import Random
from typing import Final

from arena.check.opponents import HABITS, choose
from arena.check.setting import Setting, opening
from arena.games import AnyGame
from arena.games.options import option_choices

_DEALS: Final = range(6)
SIMULTANEOUS: Final = "simultaneous"
SEQUENTIAL: Final = "sequential"
FORCED: Final = "with one legal move"


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A game as it went when the bot's seat had the habit of the others."""

    setting: Setting
    questions: Counter[str]
    """What the bot's seat was asked, by kind."""
    moves: int
    """How many moves all seats made."""

    @property
    def length(self) -> tuple[int, int]:
        """How long it is for the bot: how often it was asked, and then how often all were."""
        return self.questions[SIMULTANEOUS] + self.questions[SEQUENTIAL], self.moves


def rehearse(setting: Setting) -> Rehearsed:
    """Play the first game of a match with the opponents alone."""
    fixture = opening(setting)
    state = setting.game.start(setting.seats, fixture.deal, setting.options)
    luck = [Random(seed) for seed in fixture.seeds]
    own = fixture.seating.index(0)
    questions = Counter[str]()
    moves = 0
    while asked := state.to_act:
        for seat in asked:
            moves += 1
            legal = state.legal(seat)
            if seat == own:
                questions[SIMULTANEOUS if len(asked) > 1 else SEQUENTIAL] += 1
                questions[FORCED] += len(legal) == 1
            state.play(seat, choose(setting.habit_of(0), legal, luck[seat]))
    return Rehearsed(setting, questions, moves)


@cache
def rehearse_all(game: AnyGame) -> tuple[Rehearsed, ...]:
    """Play every choice of options with every number of seats, some deals each."""
    return tuple(map(rehearse, _candidates(game)))


def _candidates(game: AnyGame) -> Iterator[Setting]:
    for options in option_choices(game):
        for seats, habit, number in product(game.seats_for(options), HABITS, _DEALS):
            yield Setting(game, options, seats, habit=habit, number=number)


def longest(game: AnyGame, seed: bytes) -> Setting:
    """Return the game in which the bot is asked most often."""
    return _best(rehearse_all(game), seed, lambda found: found.length)


def shortest(game: AnyGame, seed: bytes) -> Setting:
    """Return the game in which it is asked most rarely."""
    return _best(rehearse_all(game), seed, lambda found: tuple(-part for part in found.length))


def most_varied(game: AnyGame, seed: bytes) -> Setting:
    """Return a game with the usual options and as many kinds of questions as there are."""
    usual = [found for found in rehearse_all(game) if found.setting.options == game.Options()]
    return _best(usual, seed, lambda found: (len(+found.questions), *(-n for n in found.length)))


def _best(
    rehearsed: Sequence[Rehearsed], seed: bytes, merit: Callable[[Rehearsed], tuple[int, ...]]
) -> Setting:
    """Return the best game with the best choice of options, seats and habit, dealt by the seed."""
    chosen = max(rehearsed, key=merit).setting
    dealt = [rehearse(replace(chosen, seed=seed, number=number)) for number in _DEALS]
    return max(dealt, key=merit).setting
