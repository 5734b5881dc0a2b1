"""Whatever a seat sends as its move, in any game and variant, is played or changes nothing."""

from typing import Any

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from arena.games import AnyGame, IllegalMove, State, find_game, game_names
from arena.games.options import option_choices
from arena.games.testing.random_play import Table, look, tables
from tests.fuzz.fuzzing import accept, fuzz, mutations
from tests.games.attempts import attempts_at, messages_of, tables_of, try_to_play


def positions_of(table: Table, data: st.DataObject) -> State[Any]:
    """Play on for a while, by the place of each move among the legal ones."""
    state = table.start()
    for place in data.draw(st.lists(st.integers(0, 10**6), max_size=40)):
        if not state.to_act:
            return table.start()
        moves = state.legal(state.to_act[0])
        state.play(state.to_act[0], moves[place % len(moves)])
    return state if state.to_act else table.start()


@pytest.mark.parametrize("name", game_names())
@fuzz(15)
@given(data=st.data())
def test_a_changed_move_is_played_or_changes_nothing(name: str, data: st.DataObject) -> None:
    """Bytes of legal moves with changes in them, at any position of any variant."""
    game = find_game(name)
    table = data.draw(tables_of(game))
    state = positions_of(table, data)
    for _ in range(8):
        if not state.to_act:
            return
        seat = data.draw(st.sampled_from(state.to_act))
        moves = state.legal(seat)
        message = game.encode(data.draw(st.sampled_from(list(moves)[:200])))
        try:
            sent = type(message).FromString(data.draw(mutations(message.SerializeToString())))
        except DecodeError:
            continue
        before = look(table, state)
        try:
            move = game.decode(sent)
            assert isinstance(str(move), str)
            state.play(seat, move)
        except IllegalMove:
            assert look(table, state) == before
        else:
            assert move in moves
            accept()


@pytest.mark.parametrize("name", game_names())
@fuzz(25)
@given(data=st.data())
def test_a_made_up_move_is_played_or_changes_nothing(name: str, data: st.DataObject) -> None:
    """Moves of any numbers by any seat, in turn or not, among good ones and refusals."""
    game = find_game(name)
    table = data.draw(tables_of(game))
    state = table.start()
    for attempt in data.draw(attempts_at(game)):
        if not state.to_act:
            return
        owing = state.to_act[0]
        if attempt is None:
            assert isinstance(state.refuse(owing), bool)
        elif isinstance(attempt, int):
            moves = state.legal(owing)
            state.play(owing, moves[attempt % len(moves)])
            accept()
        else:
            try_to_play(table, state, *attempt)


def first_moves(game: AnyGame) -> list[Any]:
    """Return the messages of all that can be played first at one table."""
    state = next(tables(game)).start()
    return [game.encode(move) for move in state.legal(state.to_act[0])]


@pytest.mark.parametrize("name", game_names())
@fuzz(10)
@given(data=st.data())
def test_every_variant_plays_a_first_move_or_refuses_it(name: str, data: st.DataObject) -> None:
    """The same message at the beginning of every variant, whose rules differ, made up or not."""
    game = find_game(name)
    good = first_moves(game)
    message = data.draw(st.sampled_from(good) | messages_of(type(good[0])))
    for options in option_choices(game):
        table = Table(game, game.seats_for(options)[0], options, 0)
        state = table.start()
        for seat in range(-1, table.seats + 1):
            if try_to_play(table, state.copy(), seat, message):
                accept()
