"""Any text is a move or an IllegalMove, in any game; and nothing is played after its end.

Strangers' other messages are in `tests/fuzz/test_moves.py`.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import Deal, IllegalMove, find_game, game_names


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
