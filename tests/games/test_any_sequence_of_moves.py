"""Whatever a stranger sends in any game is played, or it is an IllegalMove and nothing changes.

What is sent is drawn from the shape of the game's own Move message: a new game needs nothing here.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import AnyGame, Deal, IllegalMove, find_game, game_names
from arena.games.options import option_choices
from arena.games.testing.random_play import Table, look

EDGES = (0, 1, 9, 10, 11, 15, 18, 58, 100, 104, 105, 255, 2**31 - 1, 2**31, 2**32 - 1)


def messages_of(kind: type[Message]) -> st.SearchStrategy[Message]:
    """Return any messages of a kind, most of them with numbers that could be meant."""
    known = {field.name: values_of(field) for field in kind.DESCRIPTOR.fields}
    names = st.lists(st.sampled_from(sorted(known)), max_size=3, unique=True)
    return names.flatmap(
        lambda chosen: st.fixed_dictionaries({name: known[name] for name in chosen})
    ).map(lambda values: kind(**values))


def values_of(field: Any) -> st.SearchStrategy[Any]:
    highest = 2**31 - 1 if field.enum_type else 2**32 - 1
    number = st.integers(0, 60) | st.sampled_from([edge for edge in EDGES if edge <= highest])
    return st.lists(number, max_size=8) if field.is_repeated else number


def tables_of(game: AnyGame) -> st.SearchStrategy[Table]:
    choices = list(option_choices(game))
    return st.sampled_from(choices).flatmap(
        lambda options: st.builds(
            Table,
            st.just(game),
            st.sampled_from(game.seats_for(options)),
            st.just(options),
            st.integers(0, 2**128 - 1),
        )
    )


def attempts_at(game: AnyGame) -> st.SearchStrategy[list[Any]]:
    """Return what to try: a place among the legal moves, a message of a seat, or a refusal."""
    move = type(game.encode(game.start(4, Deal(0), game.Options()).legal(0)[0]))
    good = st.integers(0, 10**6)
    bad = st.tuples(st.integers(-1, 11), messages_of(move))
    return st.lists(good | good | bad | st.none(), min_size=30, max_size=80)


@pytest.mark.parametrize("name", game_names())
@settings(max_examples=100)
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


def try_to_play(table: Table, state: Any, seat: int, message: Message) -> None:
    before = look(table, state)
    allowed: Sequence[Any] = state.legal(seat) if seat in state.to_act else ()
    try:
        move = table.game.decode(type(message).FromString(message.SerializeToString()))
        str(move)
        state.play(seat, move)
    except IllegalMove:
        assert look(table, state) == before
    else:
        assert move in allowed


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
