"""Every game keeps the contract. A new game is found by its folder; nothing is to be added here."""

from collections.abc import Callable, Iterator

import pytest

from arena.games import AnyGame, find_game, game_names
from arena.games.options import option_choices, read_options, write_options
from arena.games.testing.conformance import CHECKS
from arena.games.testing.random_play import Table, tables


def few_tables(game: AnyGame) -> Iterator[Table]:
    """Yield a table for every value of an option, and short games by one seat more and the most."""
    seen: set[tuple[str, str]] = set()
    for table in tables(game):
        has = {*write_options(table.options).items()}
        if has - seen:
            seen |= has
            yield table
    short = read_options(game, game.short)
    for seats in sorted({*game.seats[1:2], *game.seats[1:][-1:]}):
        yield Table(game, seats, short, seats)


def all_tables(game: AnyGame) -> Iterator[Table]:
    """Yield every table of every number of seats four times."""
    return tables(game, games_each=4)


@pytest.mark.parametrize("choose", [few_tables, pytest.param(all_tables, marks=pytest.mark.soak)])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("name", game_names())
def test_every_game_keeps_every_promise(
    name: str, check: Callable[[Table], None], choose: Callable[[AnyGame], Iterator[Table]]
) -> None:
    for table in choose(find_game(name)):
        check(table)


@pytest.mark.parametrize("name", game_names())
def test_tables_cover_every_number_of_seats_with_every_choice_of_options(name: str) -> None:
    game = find_game(name)
    choices = list(option_choices(game))
    covered = {(table.seats, table.options) for table in tables(game, games_each=2)}
    assert covered == {(seats, options) for options in choices for seats in game.seats_for(options)}
    assert {seats for seats, _ in covered} == {*game.seats}
    assert game.Options() in choices


def test_a_table_names_all_that_is_needed_to_sit_down_at_it_again() -> None:
    game = find_game("six_nimmt")
    table = Table(game, 3, game.Options(variant="logic"), seed=7)
    assert str(table) == "6 nimmt!, 3 seats, variant=logic limit=66 rounds=none, seed 7"


def test_every_combination_of_choices_is_played_and_every_example() -> None:
    game = find_game("big_fish")
    choices = [write_options(options) for options in option_choices(game)]
    for licences in ("true", "false"):
        for keep in ("highest", "choice"):
            for counts in ("true", "false"):
                chosen = {"licences": licences, "keep": keep, "a_counts_as_one": counts}
                assert {**chosen, "copies": "3,3,4,4,3,3"} in choices
    assert [c["copies"] for c in choices].count("5,5,4,3,2,1") == 1
    assert len(choices) == 9
