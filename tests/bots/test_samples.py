"""Which sample bots play a game."""

import pytest

from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES, samples_for
from arena.games import game_names
from arena.languages import PYTHON


@pytest.mark.parametrize("game", game_names())
def test_the_first_is_made_for_the_game_and_starts_wherever_we_do(game: str) -> None:
    first, *others = [open_bot(SAMPLES / name) for name in samples_for(game)]
    assert (first.games, first.language) == ((game,), PYTHON)
    # Bots for all games come behind those of one, and bots of other games not at all.
    assert {bot.games for bot in others} <= {(game,), ()}
    made_for_it = [bool(bot.games) for bot in others]
    assert made_for_it == sorted(made_for_it, reverse=True)


def test_a_game_without_a_sample_bot_has_those_for_all() -> None:
    assert samples_for("bridge")[0] == "all_rounder"
