"""The notation of 6 nimmt!."""

import pytest

from arena.games import IllegalMove
from arena.games.six_nimmt import Move
from arena.v1 import six_nimmt_pb2 as pb
from tests.games.six_nimmt.scripted import GAMES

NOTATION = [
    ("14", Move("card", 14)),
    ("104", Move("card", 104)),
    ("row 2", Move("row", 2)),
    ("draft 55", Move("draft", 55)),
    ("right 3", Move("right", 3)),
    ("left 1", Move("left", 1)),
]


@pytest.mark.parametrize(("text", "move"), NOTATION)
def test_a_move_is_written_as_it_is_said_at_the_table(text: str, move: Move) -> None:
    assert str(move) == text
    assert GAMES.parse(text) == move


NONSENSE = "|014|0|-3|14 | 14|14\n|row|row  2|Row 2|row 2 3|1e1|١٤|row two|card 14|2 row|1000|row2"


@pytest.mark.parametrize("text", NONSENSE.split("|"))
def test_anything_else_is_no_notation_and_is_told_what_is(text: str) -> None:
    with pytest.raises(IllegalMove, match="a move is written 14, row 2"):
        GAMES.parse(text)


@pytest.mark.parametrize(("text", "move"), NOTATION)
def test_on_the_wire_a_move_is_one_field_with_its_number(text: str, move: Move) -> None:
    message = GAMES.encode(move)
    assert message.WhichOneof("move") == move.kind
    assert getattr(message, move.kind) == move.number
    assert GAMES.decode(message) == move, text


def test_a_message_without_a_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="none is set"):
        GAMES.decode(pb.SixNimmtMove())
