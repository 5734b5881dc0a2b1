"""One decision, and whole games within this process: quick, and a debugger stops in the bot.

The output of the bot is shown by `python -m pytest -s`.
"""

from pathlib import Path

import pytest
from arena_sdk.testing import ask, deal_turn
from bot import MyBot

from arena.check.testing import play_under_referee


@pytest.mark.parametrize("game", ["six_nimmt"])
def test_its_first_decision_is_a_legal_move(game: str) -> None:
    turn = deal_turn(game)
    assert ask(MyBot(), turn) in turn.legal, turn.view


@pytest.mark.parametrize("game", ["six_nimmt"])
@pytest.mark.parametrize("seed", range(3))
def test_it_plays_to_the_end(game: str, seed: int) -> None:
    played = play_under_referee(Path(__file__).parent, game, seed)
    assert not played.forfeits, played.forfeits[0].log_tail
