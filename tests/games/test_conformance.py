"""Every game keeps the contract. A new game is found by its folder; nothing is to be added here."""

from collections.abc import Callable

import pytest

from arena.games import find_game, game_names
from arena.games.conformance import CHECKS, Table, tables
from arena.games.random_play import option_choices


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("name", game_names())
def test_every_game_keeps_every_promise(name: str, check: Callable[[Table], None]) -> None:
    for table in tables(find_game(name)):
        check(table)


@pytest.mark.parametrize("name", game_names())
def test_tables_cover_every_number_of_seats_with_every_choice_of_options(name: str) -> None:
    game = find_game(name)
    choices = list(option_choices(game))
    covered = {(table.seats, table.options) for table in tables(game, games_each=2)}
    assert covered == {(seats, options) for seats in game.seats for options in choices}
    assert game.Options() in choices


def test_a_table_names_all_that_is_needed_to_sit_down_at_it_again() -> None:
    game = find_game("six_nimmt")
    table = Table(game, 3, game.Options(variant="logic"), seed=7)
    assert str(table) == "6 nimmt!, 3 seats, variant=logic limit=66 rounds=none, seed 7"
