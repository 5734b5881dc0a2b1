"""Putting a move together by its parts leads to every legal move, and to no other."""

from random import Random

import pytest

from arena.games import find_game, game_names
from arena.games.scene import LegalMove, Touch
from arena.games.testing.random_play import tables, walk
from arena.human.choosing import Choosing

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
def test_whatever_is_chosen_there_is_a_legal_move_to_come_to(name: str) -> None:
    source, looked = Random(name), 0
    for table in tables(find_game(name)):
        for position in walk(table):
            if source.random() > 1 / 10:
                continue
            looked += 1
            scene = table.game.scene(position.state, position.seat)
            assert scene.decision is not None
            choosing = Choosing(scene.decision.moves)
            while choosing.options and (choosing.complete is None or source.random() < 1 / 2):
                choosing.choose(source.choice(choosing.options))
            assert choosing.complete is not None
    assert looked


@pytest.mark.parametrize("name", game_names())
def test_every_legal_move_can_be_put_together(name: str) -> None:
    source, looked = Random(name), 0
    for table in tables(find_game(name)):
        for position in walk(table):
            if source.random() > 1 / 20:
                continue
            scene = table.game.scene(position.state, position.seat)
            assert scene.decision is not None
            looked += len(scene.decision.moves)
            for index, move in enumerate(scene.decision.moves):
                choosing = Choosing(scene.decision.moves)
                for part in move.touches:
                    assert part in choosing.options
                    choosing.choose(part)
                assert choosing.complete == index
    assert looked


def now(choosing: Choosing) -> tuple[list[Touch], int | None]:
    return choosing.options, choosing.complete


def test_where_the_order_makes_another_move_parts_are_chosen_in_that_order() -> None:
    choosing = Choosing(LAY)
    assert choosing.options == [Touch("row I")]
    choosing.choose(Touch("row I"))
    assert now(choosing) == ([Touch("hand", 0), Touch("hand", 1)], None)
    choosing.choose(Touch("hand", 0))
    assert now(choosing) == ([Touch("hand", 1)], 0)
    choosing.choose(Touch("hand", 1))
    assert now(choosing) == ([], 1)


def test_elsewhere_they_are_chosen_in_any_order_and_taken_back() -> None:
    choosing = Choosing(TAKE)
    assert now(choosing)[1] == 2
    choosing.choose(Touch("open", 2))
    assert now(choosing) == ([Touch("open", 0)], None)
    choosing.choose(Touch("open", 0))
    assert now(choosing) == ([], 1)
    choosing.undo()
    choosing.undo()
    choosing.undo()
    assert (choosing.chosen, choosing.complete) == ((), 2)
