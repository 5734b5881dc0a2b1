"""The notation of Big Fish."""

import pytest

from arena.games import IllegalMove
from arena.v1 import big_fish_pb2 as pb
from tests.games.big_fish.scripted import GAMES


@pytest.mark.parametrize(
    "text", ["I Y6 G1", "II R5", "III B4 B4 R1 P6", "keep R1 G3 B2", "keep R5", "licence D"]
)
def test_a_move_is_written_as_it_is_said_at_the_table(text: str) -> None:
    move = GAMES.parse(text)
    assert str(move) == text
    assert GAMES.decode(GAMES.encode(move)) == move


def test_the_order_of_kept_fish_does_not_matter_that_of_laid_ones_does() -> None:
    assert GAMES.parse("keep B2 R1 G3") == GAMES.parse("keep R1 G3 B2")
    assert GAMES.parse("I G1 Y6") != GAMES.parse("I Y6 G1")


NONSENSE = (
    "|I|IV R5|1 R5|i R5|I R5 |I  R5|I R5,B4|I R7x|I r5|I R10|I R5 R5 R5 R5 R5|keep|keep D"
    "|keep R1 R2 R3 R4 R5 R6|licence|licence J|licence DE|licence d|licence R5|lay R5|I R0|R5"
)


@pytest.mark.parametrize("text", NONSENSE.split("|"))
def test_anything_else_is_no_notation_and_is_told_what_is(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"a move is written I Y6 G1|cards are written R5"):
        GAMES.parse(text)


@pytest.mark.parametrize(
    "message",
    [
        pb.BigFishMove(),
        pb.BigFishMove(row=4, cards=[15]),
        pb.BigFishMove(row=1),
        pb.BigFishMove(row=1, cards=[15] * 5),
        pb.BigFishMove(cards=[15] * 6),
        pb.BigFishMove(licence=10),  # type: ignore[arg-type]  # there is no such licence
    ],
)
def test_a_message_that_is_no_move_is_refused(message: pb.BigFishMove) -> None:
    with pytest.raises(IllegalMove, match="a move is written I Y6 G1"):
        GAMES.decode(message)
