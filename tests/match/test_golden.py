"""The same seed has given the same games ever since they were written down."""

import pytest

from arena.games import game_names
from tests.match.golden import FOLDER, tell


@pytest.mark.parametrize("name", game_names())
def test_the_golden_game_goes_as_it_always_did(name: str) -> None:
    assert tell(name) == (FOLDER / f"{name}.txt").read_text()


def test_every_golden_game_is_of_a_game_that_there_is() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*game_names()}
