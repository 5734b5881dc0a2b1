"""The notation of Goat 'n' Goat."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import IllegalMove
from arena.games.goat_n_goat.cards import GOATS, TAKE, Picks
from arena.v1 import goat_n_goat_pb2 as pb
from tests.games.goat_n_goat.scripted import GAMES


@pytest.mark.parametrize(
    "text", ["lay R2 R2 B2", "take R3 G1 B1", "discard R1 R1", "claim R5", "pass"]
)
def test_a_move_is_written_as_it_is_said_at_the_table(text: str) -> None:
    move = GAMES.parse(text)
    assert str(move) == text
    assert GAMES.decode(GAMES.encode(move)) == move


def test_the_order_of_the_cards_does_not_matter() -> None:
    assert GAMES.parse("take B1 R3 G1") == GAMES.parse("take R3 G1 B1")
    message = pb.GoatNGoatMove(action=pb.GOAT_N_GOAT_ACTION_TAKE, cards=[41, 13, 31])
    assert str(GAMES.decode(message)) == "take R3 G1 B1"


NONSENSE = (
    "|lay|take|claim|discard|lay |pass |pass R1|claim R3 R4|Lay R2|lay r2|lay R2,R2|lay  R2|R2"
    "|lay 2|lay R22|lay R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1 R1"
)


@pytest.mark.parametrize("text", NONSENSE.split("|"))
def test_anything_else_is_no_notation_and_is_told_what_is(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"a move is written lay R2|cards are written R5"):
        GAMES.parse(text)


@pytest.mark.parametrize(
    "message",
    [
        pb.GoatNGoatMove(),
        pb.GoatNGoatMove(cards=[11]),
        pb.GoatNGoatMove(action=pb.GOAT_N_GOAT_ACTION_LAY),
        pb.GoatNGoatMove(action=pb.GOAT_N_GOAT_ACTION_CLAIM, cards=[13, 14]),
        pb.GoatNGoatMove(action=pb.GOAT_N_GOAT_ACTION_PASS, cards=[13]),
        pb.GoatNGoatMove(action=6),  # type: ignore[arg-type]  # there is no such action
        pb.GoatNGoatMove(action=pb.GOAT_N_GOAT_ACTION_TAKE, cards=[11] * 1000),
    ],
)
def test_a_message_that_is_no_move_is_refused(message: pb.GoatNGoatMove) -> None:
    with pytest.raises(IllegalMove, match="a move is written lay R2"):
        GAMES.decode(message)


@given(st.permutations(GOATS), st.integers(1, 12), st.integers(1, 5))
def test_all_choices_of_some_cards_are_there_once_the_left_most_cards_first(
    cards: list[int], size: int, number: int
) -> None:
    row = cards[: max(size, number)]
    picks = list(Picks(TAKE, row, number))
    ways = [tuple(sorted(way)) for way in combinations(row, number)]
    assert {move.cards for move in picks} == {*ways}
    assert len(picks) == len({*ways})
    assert picks[0].cards == ways[0]
