"""The copy of a state has all of it, and shares nothing that can change."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from arena.games import AnyGame, State, find_game, game_names
from arena.games.options import option_choices
from arena.games.testing.random_play import Table, walk

GAMES = [find_game(name) for name in game_names()]


def fields_of(state: State[Any]) -> dict[str, Any]:
    """Return the values of all fields, in either form of the rules."""
    kinds = [*type(state).__mro__]
    names = {name for kind in kinds for name in getattr(kind, "__mypyc_attrs__", ())}
    return {name: getattr(state, name) for name in names or vars(state)}


def lists_in(value: object) -> Iterator[list[Any]]:
    if isinstance(value, list):
        yield value
    if isinstance(value, list | tuple):
        for part in value:
            yield from lists_in(part)


def mark(fields: dict[str, Any], source: Random) -> None:
    """Give the lists of a state something of their own, so that no two fields are alike."""
    for value in fields.values():
        for found in lists_in(value):
            # One that is empty may be a list of lists.
            if found and not isinstance(found[0], list):
                found.append(source.random())


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_a_copy_has_every_field_in_its_place_and_lists_of_its_own(game: AnyGame) -> None:
    source, compared = Random(1), 0
    for options in option_choices(game):
        table = Table(game, game.seats_for(options)[-1], options, 1)
        for position in walk(table):
            if source.random() > 1 / 20:
                continue
            state = position.state.copy()
            mark(fields_of(state), source)
            kept, copied = fields_of(state), fields_of(state.copy())
            assert copied == kept
            shared = {id(found) for value in kept.values() for found in lists_in(value)}
            compared += len(shared)
            for name, value in copied.items():
                assert not shared & {*map(id, lists_in(value))}, name
    assert compared
