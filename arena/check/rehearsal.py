"""Rehearsals: how a game of a check goes when the bot's seat plays as its opponents do.

A bot's own moves change how its game goes, so what is found is a good guess and no promise.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, islice, product
from random import Random
from typing import Any, Final

from arena.check.kinds import count_question
from arena.check.scenario import HABITS, Habit, Scenario, choose, scheduled
from arena.games import AnyGame
from arena.games.contract import Move, State
from arena.games.options import option_choices

_DEALS: Final = 6
# For each choice of options, seats and habit. More would find games that are hardly longer.
_FEW_DEALS: Final = range(2)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The first game of a match as it was rehearsed."""

    scenario: Scenario
    length: tuple[int, int]
    """How often the bot was asked, and then how often all seats were."""


def rehearse(scenario: Scenario) -> Rehearsal:
    """Play the first game of a match with the opponents alone."""
    asked = [is_own for _, _, _, is_own in _questions(scenario, scenario.habit_of(0))]
    return Rehearsal(scenario, (sum(asked), len(asked)))


def rehearse_kinds(scenario: Scenario, habit: Habit) -> Counter[str]:
    """Return what the bot's seat is asked in the first game if it plays so, by kind."""
    kinds = Counter[str]()
    for state, seat, legal, is_own in _questions(scenario, habit):
        if is_own:
            count_question(kinds, scenario.game.view(state, seat), len(legal))
    return kinds


def _questions(
    scenario: Scenario, habit: Habit
) -> Iterator[tuple[State[Any], int, Sequence[Move], bool]]:
    """Play, and yield each question before its answer; with whether it is the bot's."""
    game = scheduled(scenario)[0]
    state = scenario.game.start(scenario.seats, game.deal, scenario.options)
    rngs = [Random(seed) for seed in game.seeds]
    own = game.seating.index(0)
    while asked := state.to_act:
        for seat in asked:
            legal = state.legal(seat)
            yield state, seat, legal, seat == own
            played = habit if seat == own else scenario.habit_of(0)
            state.play(seat, choose(played, legal, rngs[seat]))


@cache
def rehearse_all(game: AnyGame) -> tuple[Rehearsal, ...]:
    """Play every choice of options with every number of seats, some deals each."""
    return tuple(map(rehearse, _candidates(game)))


def _candidates(game: AnyGame) -> Iterator[Scenario]:
    for options in option_choices(game):
        for seats, habit, number in product(game.seats_for(options), HABITS, _FEW_DEALS):
            yield Scenario(game, options, seats, habit=habit, number=number)


@cache
def shortest(game: AnyGame, seed: bytes) -> Scenario:
    """Return the game in which the bot is asked most rarely."""
    return _best(game, seed, lambda found: tuple(-part for part in found.length))


@cache
def longest(game: AnyGame, seed: bytes) -> Scenario:
    """Return the game in which it is asked most often."""
    return _best(game, seed, lambda found: found.length)


def _best(game: AnyGame, seed: bytes, merit: Callable[[Rehearsal], tuple[int, ...]]) -> Scenario:
    """Return the best game with the best choice of options, seats and habit, dealt by the seed."""
    chosen = max(rehearse_all(game), key=merit).scenario
    dealt = map(rehearse, islice(deals(replace(chosen, seed=seed)), _DEALS))
    return max(dealt, key=merit).scenario


def deals(scenario: Scenario) -> Iterator[Scenario]:
    """Draw the seed of a match again and again, each time with the bot where it is to sit."""
    for number in count(scenario.number):
        drawn = replace(scenario, number=number)
        seats = [game.seating.index(0) for game in scheduled(drawn)]
        if all(place in {None, seat} for place, seat in zip(drawn.places, seats, strict=True)):
            yield drawn


def deal_with(scenario: Scenario, kinds: AbstractSet[str]) -> Scenario:
    """Return, of some deals, the one with most of these kinds of questions, however the bot plays.

    Without kinds it is the first.
    """

    def merit(deal: Scenario) -> int:
        return sum(len(kinds & rehearse_kinds(deal, habit).keys()) for habit in HABITS)

    drawn = islice(deals(scenario), _DEALS if kinds else 1)
    return max(drawn, key=merit)
