"""Few matches have every number of seats, every option, both ends of the table and every kind."""

from functools import partial

import pytest

from arena.check.check import play_one, play_rest
from arena.check.covering import rest, usual
from arena.check.kinds import FORCED, decisions_of
from arena.check.rehearsal import longest, rehearse, rehearse_all, rehearse_kinds, shortest
from arena.check.scenario import HABITS, Habit, Scenario, scheduled
from arena.games import AnyGame, find_game, game_names
from arena.games.options import option_choices, write_options
from tests.check.in_memory import HabitProbe

SEEDS = [bytes([number] * 16) for number in range(4)]
# What a check asked of a bot that plays its first legal move when it played all seats of all
# numbers of seats.
QUESTIONS_OF_ALL_SEATS = 3432

DECISIONS = {
    "big_fish": ("lay", "keep", "licence"),
    "goat_n_goat": ("lay", "take", "discard", "claim"),
    "six_nimmt": ("card", "row", "draft", "side"),
    "tonton": ("move",),
}


def scenarios_of(game: AnyGame, seed: bytes) -> list[Scenario]:
    begun = [find(game, seed) for find in (usual, shortest, longest)]
    return begun + rest(game, begun, seed)


def check_game(game: AnyGame, probe: HabitProbe) -> str:
    """Play the matches of a check in one game, and return what it says at the end."""
    for find in (usual, shortest, longest):
        play_one(partial(find, game), probe)
    found = play_rest(game, probe)
    assert found.notes == ()
    return found.sentence


@pytest.mark.parametrize("name", game_names())
def test_the_longest_game_asks_most_and_the_shortest_least(name: str) -> None:
    game = find_game(name)
    lengths = sorted(found.length for found in rehearse_all(game))
    tenth = len(lengths) // 10
    few, many = (rehearse(find(game, SEEDS[0])).length for find in (shortest, longest))
    assert few <= lengths[tenth]
    assert lengths[-tenth] <= many
    assert few < many


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", game_names())
def test_every_number_of_seats_and_every_option_is_played(name: str, seed: bytes) -> None:
    game = find_game(name)
    scenarios = scenarios_of(game, seed)
    assert {scenario.seats for scenario in scenarios} == {*game.seats}
    played = {item for one in scenarios for item in write_options(one.options).items()}
    assert played == {item for one in option_choices(game) for item in write_options(one).items()}
    assert all(one.seats in game.seats_for(one.options) for one in scenarios)
    assert scenarios[0].options == game.Options()
    met = {one.habit_of(number) for one in scenarios for number, _ in enumerate(one.places)}
    assert met == {*HABITS}


@pytest.mark.parametrize("name", game_names())
def test_a_match_has_both_ends_of_the_table_in_two_games_and_others_one_of_them(name: str) -> None:
    probe = HabitProbe(HABITS[0], SEEDS[0])
    check_game(find_game(name), probe)
    asked = [match for match in probe.played if match.scenario.places != (None,)]
    for match in asked:
        seats = [list(game.seating).index(0) for game in match.record.games]
        assert tuple(seats) == match.scenario.places
    assert [len(match.record.games) for match in asked] == [1] * (len(asked) - 1) + [2]
    first = [match.scenario.places[0] for match in asked]
    last = [match.scenario.seats - 1 for match in asked]
    # In turn; the last match begins with the first place.
    turns = [(0, seat)[turn % 2] for turn, seat in enumerate(last[:-1])]
    assert first == [*turns, 0]
    assert asked[-1].scenario.places == (0, last[-1])


def test_there_are_as_many_matches_as_numbers_of_seats_or_hardly_more() -> None:
    counts = {name: len(scenarios_of(find_game(name), SEEDS[0])) for name in game_names()}
    assert counts == {"big_fish": 5, "goat_n_goat": 4, "six_nimmt": 10, "tonton": 5}


def test_the_kinds_of_questions_are_the_decisions_of_the_views() -> None:
    assert {name: decisions_of(find_game(name)) for name in game_names()} == DECISIONS


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", game_names())
def test_the_usual_game_is_dealt_so_that_its_kinds_of_questions_occur(
    name: str, seed: bytes
) -> None:
    usual_kinds = {
        "big_fish": {"lay", FORCED},
        "goat_n_goat": {"lay", "take", "claim"},
        "six_nimmt": {"card", "row", FORCED},
        "tonton": {"move", FORCED},
    }
    assert usual_kinds[name] <= {*rehearse_kinds(usual(find_game(name), seed), "random")}


@pytest.mark.parametrize(
    ("name", "habit", "seed"),
    [
        (name, habit, SEEDS[(number + turn) % len(SEEDS)])
        for number, name in enumerate(game_names())
        for turn, habit in enumerate(HABITS)
    ],
)
def test_every_kind_of_question_is_asked_whatever_the_bot_plays(
    name: str, habit: Habit, seed: bytes
) -> None:
    probe = HabitProbe(habit, seed)
    sentence = check_game(find_game(name), probe)
    asked = {kind for match in probe.played for kind in match.kinds}
    assert asked >= {*DECISIONS[name]}
    if len(DECISIONS[name]) > 1:
        assert all(f" {kind}" in sentence for kind in DECISIONS[name])


@pytest.mark.parametrize("seed", SEEDS)
def test_it_asks_at_most_a_third_of_what_all_seats_would(seed: bytes) -> None:
    probe = HabitProbe("first", seed)
    for name in game_names():
        check_game(find_game(name), probe)
    asked = sum(len(match.all_answers()) for match in probe.played)
    assert asked <= QUESTIONS_OF_ALL_SEATS / 3


def test_the_same_seed_gives_the_same_matches_and_another_one_other_luck() -> None:
    game = find_game("six_nimmt")
    one, again, other = (scenarios_of(game, seed) for seed in (SEEDS[0], SEEDS[0], SEEDS[1]))
    assert one == again
    luck, others = (
        {seed for scenario in scenarios for game in scheduled(scenario) for seed in game.seeds}
        for scenarios in (one, other)
    )
    assert not luck & others
