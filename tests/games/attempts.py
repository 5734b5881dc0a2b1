"""What a stranger may send in any game, drawn from the shape of the game's own Move message."""

from collections.abc import Sequence
from typing import Any

from google.protobuf.message import Message
from hypothesis import strategies as st

from arena.games import AnyGame, Deal, IllegalMove
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


def try_to_play(table: Table, state: Any, seat: int, message: Message) -> bool:
    """Say whether it was played; what is refused has changed nothing."""
    before = look(table, state)
    allowed: Sequence[Any] = state.legal(seat) if seat in state.to_act else ()
    try:
        move = table.game.decode(type(message).FromString(message.SerializeToString()))
        str(move)
        state.play(seat, move)
    except IllegalMove:
        assert look(table, state) == before
        return False
    assert move in allowed
    return True
