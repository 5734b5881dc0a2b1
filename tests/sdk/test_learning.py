"""A policy that was taught with `arena.rl` plays as a bot, by the SDK alone."""

from array import array
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from arena_sdk import Bot, Turn
from arena_sdk.learning import choose_by
from arena_sdk.testing import PlaysAny, play_game

from arena.games import find_game, game_names
from arena.games.encoding import count_elements, find_encoding


class Taught(Bot):
    """Has a weight for every feature and action, drawn at random, and chooses the best action."""

    def __init__(self, name: str) -> None:
        encoding = find_encoding(name)
        self.size = count_elements(encoding.features)
        self.weights = [Random(action).random() for action in range(self.size)]
        self.asked = 0

    def choose(self, turn: Turn) -> Any:
        return choose_by(self.policy, turn, self.rng)

    def policy(self, features: "array[float]", actions: Sequence[int]) -> int:
        assert len(features) == self.size
        assert len(actions) > 1
        self.asked += 1
        worth = sum(map(float.__mul__, self.weights, features))
        return actions[int(worth * 1000) % len(actions)]


@pytest.mark.parametrize("name", game_names())
def test_a_policy_plays_whole_games_without_an_illegal_move(name: str) -> None:
    taught = Taught(name)
    seats = find_game(name).seats_for(find_game(name).Options())[0]
    play_game(name, [taught, *(PlaysAny() for _ in range(seats - 1))], seed=3)
    assert taught.asked > 5
