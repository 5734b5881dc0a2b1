"""Putting a move together by its parts leads to every legal move, and to no other."""

from random import Random

import pytest

from arena.cli.menu import continue_move
from arena.games import find_game, game_names
from arena.games.scene import LegalMove, Touch
from arena.games.testing.random_play import walk
from tests.match.playing import quick_tables

LAY = [
    LegalMove("I R1", (Touch("row I"), Touch("hand", 0))),
    LegalMove("I R1 R2", (Touch("row I"), Touch("hand", 0), Touch("hand", 1))),
    LegalMove("I R2 R1", (Touch("row I"), Touch("hand", 1), Touch("hand", 0))),
]
TAKE = [
    LegalMove("R1 G1", (Touch("open", 0), Touch("open", 1))),
    LegalMove("R1 B1", (Touch("open", 0), Touch("open", 2))),
    LegalMove("pass"),
]


@pytest.mark.parametrize("name", game_names())
def test_choosing_leads_to_a_legal_move_whatever_is_chosen_and_to_each(name: str) -> None:
    source, looked = Random(name), 0
    for table in quick_tables(find_game(name)):
        for position in walk(table):
            if source.random() > 1 / 10:
                continue
            scene = table.game.scene(position.state, position.seat)
            assert scene.decision is not None
            moves, chosen = scene.decision.moves, tuple[Touch, ...]()
            parts, made = continue_move(moves, chosen)
            while parts and (made is None or source.random() < 1 / 2):
                chosen += (source.choice(parts),)
                parts, made = continue_move(moves, chosen)
            assert made is not None
            for index, move in enumerate(moves if source.random() < 1 / 2 else ()):
                looked += 1
                chosen = ()
                for part in move.touches:
                    assert part in continue_move(moves, chosen)[0]
                    chosen += (part,)
                assert continue_move(moves, chosen)[1] == index
    assert looked


def test_where_the_order_makes_another_move_parts_are_chosen_in_that_order() -> None:
    row, one, two = Touch("row I"), Touch("hand", 0), Touch("hand", 1)
    assert continue_move(LAY, ()) == ([row], None)
    assert continue_move(LAY, (row,)) == ([one, two], None)
    assert continue_move(LAY, (row, one)) == ([two], 0)
    assert continue_move(LAY, (row, one, two)) == ([], 1)


def test_elsewhere_they_are_chosen_in_any_order() -> None:
    assert continue_move(TAKE, ())[1] == 2
    assert continue_move(TAKE, (Touch("open", 2),)) == ([Touch("open", 0)], None)
    assert continue_move(TAKE, (Touch("open", 2), Touch("open", 0))) == ([], 1)
