"""A hint obeys the figures that it tells, and its rival is the next best move."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from arena.games import find_game, game_names
from arena.games.testing.random_play import Table, walk
from arena.review.hint import find_hint
from arena.review.worth import AskedDecision

# Few playouts, by which moves often change places.
PLAYOUTS: Final = 16
HINTS: Final = 7
WHY: Final = re.compile(
    r"In simulated games (.+) does (-?[\d.]+) ± [\d.]+ \w+ better than (.+), the next best move\."
)


def decisions(name: str) -> Iterator[AskedDecision]:
    """Yield what seats are asked in random games, where they have a choice."""
    game = find_game(name)
    seats = game.seats[1]
    for seed in range(HINTS):
        for at in walk(Table(game, seats, game.Options(), seed)):
            legal = [*at.state.legal(at.seat)] if at.seat in at.state.to_act else []
            if len(legal) > 1:
                view = game.view(at.state, at.seat)
                yield AskedDecision(game, view, at.seat, legal, teams=range(seats))


@pytest.mark.parametrize("name", game_names())
def test_no_rival_is_better_than_the_hint_by_its_own_figures(name: str) -> None:
    rivals = 0
    for asked, _ in zip(decisions(name), range(HINTS), strict=False):
        hint = find_hint(asked, PLAYOUTS)
        told = WHY.fullmatch(hint.why)
        assert told is not None, hint.why
        assert (told[1], told[3] != told[1]) == (hint.move, True)
        assert float(told[2]) >= 0, hint.why
        rivals += told[3] == str(asked.legal[0])
    # It is not the first legal move, unless that is the next best one.
    assert rivals < HINTS / 2
