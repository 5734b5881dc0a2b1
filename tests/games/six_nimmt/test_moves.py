"""Moves: their notation, and that no sequence of good, bad and absurd ones does any harm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import Deal, IllegalMove
from arena.games.random_play import Table, look
from arena.games.six_nimmt.moves import Kind, Move
from arena.games.six_nimmt.options import Options, Variant
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


@given(st.text())
def test_reading_any_text_gives_a_move_or_an_illegal_move(text: str) -> None:
    try:
        move = GAMES.parse(text)
    except IllegalMove:
        return
    assert str(move) == text


@pytest.mark.parametrize(("text", "move"), NOTATION)
def test_on_the_wire_a_move_is_one_field_with_its_number(text: str, move: Move) -> None:
    message = GAMES.encode(move)
    assert message.WhichOneof("move") == move.kind
    assert getattr(message, move.kind) == move.number
    assert GAMES.decode(message) == move, text


def test_a_message_without_a_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="none is set"):
        GAMES.decode(pb.SixNimmtMove())


kinds: st.SearchStrategy[Kind] = st.sampled_from(["card", "row", "draft", "right", "left"])
variants: st.SearchStrategy[Variant] = st.sampled_from(["base", "tactics", "logic", "professional"])
numbers = st.integers(0, 105) | st.integers(0, 5) | st.integers(0, 2**32 - 1)
good = st.tuples(st.integers(0, 9), st.integers(0, 103))
bad = st.tuples(st.integers(-1, 11), st.builds(Move, kinds, numbers))
attempts = st.lists(good | good | bad, min_size=30, max_size=80)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 10), variants, st.integers(0, 2**128 - 1), attempts)
def test_whatever_is_tried_a_refused_move_changes_nothing(
    seats: int, variant: Variant, seed: int, attempts: list[tuple[int, int | Move]]
) -> None:
    table = Table(GAMES, seats, Options(variant, limit=None, rounds=1), seed=0)
    state = table.start(Deal(seed))
    for seat, attempt in attempts:
        if not state.to_act:
            break
        if isinstance(attempt, Move):
            before, allowed = look(table, state), seat in state.to_act and state.legal(seat)
            try:
                state.play(seat, GAMES.decode(GAMES.encode(attempt)))
            except IllegalMove:
                assert look(table, state) == before
                assert not allowed or attempt not in allowed
            else:
                assert allowed
                assert attempt in allowed
        else:
            owing = state.to_act[seat % len(state.to_act)]
            moves = state.legal(owing)
            state.play(owing, moves[attempt % len(moves)])


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    state = GAMES.start(2, Deal(0), Options(limit=None, rounds=1))
    while state.to_act:
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    for text, _ in NOTATION:
        with pytest.raises(IllegalMove, match="seat 0 is not to act"):
            state.play(0, GAMES.parse(text))
