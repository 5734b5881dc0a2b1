"""What the games are that a check plays, beyond the usual."""

from collections import Counter
from pathlib import Path

import pytest

from arena.bots.manifest import Bot
from arena.check.scenario import (
    HABITS,
    SEQUENTIAL,
    SIMULTANEOUS,
    every_seat,
    longest,
    most_varied,
    rehearse,
    rehearse_all,
    shortest,
)
from arena.games import find_game, game_names
from arena.match.clock import TimeControl
from arena.match.plan import scheduled_games

SEED = bytes(range(16))


@pytest.mark.parametrize("name", game_names())
def test_the_longest_game_asks_most_and_the_shortest_least(name: str) -> None:
    game = find_game(name)
    lengths = [found.length for found in rehearse_all(game)]
    assert rehearse(longest(game, b"")).length == max(lengths)
    assert rehearse(shortest(game, b"")).length == min(lengths)
    assert min(lengths) < max(lengths)


def test_a_game_with_both_kinds_of_questions_is_found_where_there_is_one() -> None:
    kinds = {
        name: {*rehearse(most_varied(find_game(name), SEED)).questions} & {SIMULTANEOUS, SEQUENTIAL}
        for name in game_names()
    }
    assert kinds.pop("six_nimmt") == {SIMULTANEOUS, SEQUENTIAL}
    assert all(found == {SEQUENTIAL} for found in kinds.values())


@pytest.mark.parametrize("name", game_names())
def test_every_seat_of_every_number_of_seats_is_taken_and_every_habit_met(name: str) -> None:
    game = find_game(name)
    scenarios = every_seat(game, SEED)
    assert [scenario.seats for scenario in scenarios] == [*game.seats]
    for scenario in scenarios:
        games = scheduled_games(scenario.plan(Bot("", Path(), ""), "inline", TimeControl()))
        seats = Counter(scheduled.seating.index(0) for scheduled in games)
        assert {*seats} == {*range(scenario.seats)}
        assert len({*seats.values()}) == 1
        assert {scenario.habit_of(number) for number in range(scenario.games)} == {*HABITS}
