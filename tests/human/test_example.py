"""The example of a game: small, as one seat sees it, and with moves that do different things."""

import msgspec
import pytest

from arena.games import game_names
from arena.games.scene import as_plain
from arena.human.example import find_example


@pytest.mark.parametrize("name", game_names())
def test_an_example_shows_one_seat_and_moves_that_do_different_things(name: str) -> None:
    example = find_example(name)
    assert example.rule.endswith(".")
    assert len({move.partition(", ")[2] for move in example.moves}) == 3
    assert {zone.seat for zone in example.scene.zones} == {None, 0}
    assert len(msgspec.json.encode(as_plain(example.scene))) < 3000
