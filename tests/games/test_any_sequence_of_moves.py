"""Whatever a stranger sends in any game is played, or it is an IllegalMove and nothing changes.

What is sent is drawn from the shape of the game's own Move message: a new game needs nothing here.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import Deal, IllegalMove, find_game, game_names
from tests.games.attempts import attempts_at, tables_of, try_to_play


@pytest.mark.parametrize("name", game_names())
@settings(max_examples=50)
@given(data=st.data())
def test_whatever_is_tried_a_refused_move_changes_nothing(name: str, data: st.DataObject) -> None:
    game = find_game(name)
    table = data.draw(tables_of(game))
    state = table.start()
    for attempt in data.draw(attempts_at(game)):
        if not state.to_act:
            break
        owing = state.to_act[0]
        if attempt is None:
            assert isinstance(state.refuse(owing), bool)
        elif isinstance(attempt, int):
            moves = state.legal(owing)
            state.play(owing, moves[attempt % len(moves)])
        else:
            try_to_play(table, state, *attempt)


@pytest.mark.parametrize("name", game_names())
@given(text=st.text() | st.from_regex(r"[a-zI]{0,8}( [RYGBPA-I]?[0-9]{0,3}){0,4}", fullmatch=True))
def test_reading_any_text_gives_a_move_that_can_be_written_or_an_illegal_move(
    name: str, text: str
) -> None:
    game = find_game(name)
    try:
        move = game.parse(text)
    except IllegalMove:
        return
    assert game.parse(str(move)) == move
    assert game.decode(game.encode(move)) == move


@pytest.mark.parametrize("name", game_names())
def test_nothing_can_be_played_when_the_game_is_over(name: str) -> None:
    game = find_game(name)
    state = game.start(4, Deal(0), game.Options())
    while state.to_act:
        seat = state.to_act[0]
        move = state.legal(seat)[0]
        state.play(seat, move)
    with pytest.raises(IllegalMove, match=f"seat {seat} is not to act"):
        state.play(seat, move)
