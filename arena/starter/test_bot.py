"""Plays whole games within this process: quick, and a debugger stops in the bot."""

from pathlib import Path

import pytest

from arena.check import play_game


@pytest.mark.parametrize("game", ["six_nimmt"])
@pytest.mark.parametrize("seed", range(3))
def test_it_plays_to_the_end(game: str, seed: int) -> None:
    played = play_game(Path(__file__).parent, game, seed)
    assert not played.forfeits, played.forfeits[0].log_tail
