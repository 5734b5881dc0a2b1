"""Which matches a check plays of a game: few that have everything in them, not all combinations.

A fault shows with some number of seats, under some option, at the first or the last place, or in
some kind of question; rarely in one combination of these alone. So each of them is in some match,
as in a covering array for tests of strength one. Which options, seats and places these are is the
same for every check; which cards are dealt is not.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from itertools import product
from typing import Any, Final, TypeAlias

from arena.check.kinds import FORCED, decisions_of
from arena.check.rehearsal import deal_with, longest, rehearse_kinds, shortest
from arena.check.scenario import HABITS, Scenario
from arena.games import AnyGame
from arena.games.options import option_choices

# How many deals of each match are looked through for a kind of question, before there is none.
_TRIES: Final = 100

Choice: TypeAlias = tuple[str, Any]
"""An option by its name, and one of its values."""


def usual(game: AnyGame, seed: bytes) -> Scenario:
    """Return a game by the usual rules, with the kinds of questions that these have.

    Its number of seats is one that neither the shortest nor the longest game has, if there is one.
    """
    options = game.Options()
    taken = {shortest(game, seed).seats, longest(game, seed).seats}
    numbers = [number for number in game.seats_for(options) if number not in taken]
    numbers = numbers or list(game.seats_for(options))
    scenario = Scenario(game, options, numbers[len(numbers) // 2], habit=HABITS[-1], seed=seed)
    return deal_with(scenario, {*decisions_of(game), FORCED})


def rest(game: AnyGame, played: Sequence[Scenario], seed: bytes) -> list[Scenario]:
    """Return matches with every number of seats and every option that those played do not have.

    In turn they have the bot at the first and at the last place, and against other habits. The
    last of them has two games, one at either place.
    """
    tables = _cover(game, played) or [(played[0].options, max(game.seats_for(played[0].options)))]
    scenarios = [
        Scenario(
            game,
            options,
            seats,
            places=((0, seats - 1)[turn % 2],),
            habit=HABITS[turn % len(HABITS)],
            seed=seed,
        )
        for turn, (options, seats) in enumerate(tables)
    ]
    *others, last = scenarios
    return [*others, replace(last, places=(0, last.seats - 1), habit=None)]


def again(kind: str, played: Sequence[Scenario]) -> Iterator[Scenario]:
    """Draw games with the options of those played that ask for such a decision.

    They do if the bot has one of our habits, whichever that is but one.
    """
    first = 1 + max(scenario.number for scenario in played)
    by_options = {scenario.options: scenario for scenario in played}
    for number, scenario in product(range(first, first + _TRIES), by_options.values()):
        drawn = replace(scenario, places=(None,), number=number)
        asked = [kind in rehearse_kinds(drawn, habit) for habit in HABITS]
        if sum(asked) >= len(HABITS) - 1:
            yield drawn


def _cover(game: AnyGame, played: Sequence[Scenario]) -> list[tuple[Any, int]]:
    """Return options and seats: first each number of seats, then what options are left."""
    seats_had = {scenario.seats for scenario in played}
    wanted = [
        choice
        for choice in _choices(game)
        if not any(_has(scenario.options, choice) for scenario in played)
    ]
    tables = []
    for seats in game.seats_for(game.Options()):
        if seats not in seats_had:
            tables.append((_combine(game, game.Options(), seats, wanted), seats))
            wanted = [choice for choice in wanted if not _has(tables[-1][0], choice)]
    while wanted:
        begun = next(options for options in option_choices(game) if _has(options, wanted[0]))
        seats = game.seats_for(begun)[0]
        tables.append((_combine(game, begun, seats, wanted), seats))
        wanted = [choice for choice in wanted if not _has(tables[-1][0], choice)]
    return tables


def _choices(game: AnyGame) -> list[Choice]:
    """Return every value of every option, each once, in their order."""
    names = [field.name for field in fields(game.Options)]
    every = product(option_choices(game), names)
    return list(dict.fromkeys((name, getattr(options, name)) for options, name in every))


def _has(options: Any, choice: Choice) -> bool:
    name, value = choice
    return bool(getattr(options, name) == value)


def _combine(game: AnyGame, begun: Any, seats: int, wanted: Iterable[Choice]) -> Any:
    """Return options with as many of the wanted values as go together with this many seats."""
    options, usual_options = begun, game.Options()
    for name, value in wanted:
        if getattr(options, name) == getattr(usual_options, name):
            with suppress(ValueError):  # The options refuse it, beside the others.
                changed = replace(options, **{name: value})
                options = changed if seats in game.seats_for(changed) else options
    return options
