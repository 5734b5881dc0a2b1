"""The notation of TonTon."""

import pytest

from arena.games import IllegalMove
from arena.v1 import tonton_pb2 as pb
from tests.games.tonton.scripted import GAMES


@pytest.mark.parametrize("text", ["R1", "P8", "Y4", "G6", "B5"])
def test_a_move_is_the_name_of_its_card(text: str) -> None:
    move = GAMES.parse(text)
    assert str(move) == text
    assert GAMES.decode(GAMES.encode(move)) == move


@pytest.mark.parametrize(
    "text", ["", "R9", "R0", "r8", "R", "8", "R8 ", "R8 R7", "R10", "8R", "R８"]
)
def test_anything_else_is_no_notation_and_is_told_what_is(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"cards are written R5|a move is one card"):
        GAMES.parse(text)


@pytest.mark.parametrize("card", [0, 1, 19, 20, 61, 2**32 - 1])
def test_a_message_that_is_no_card_is_refused(card: int) -> None:
    with pytest.raises(IllegalMove, match="is no card of TonTon"):
        GAMES.decode(pb.TontonMove(card=card))


def test_missions_and_cards_have_names_of_their_own() -> None:
    assert [GAMES.card_name(number) for number in (1, 2, 3, 4, 5)] == ["9", "12", "5", "10", "11"]
    assert [GAMES.card_name(card) for card in (11, 58)] == ["R1", "P8"]
