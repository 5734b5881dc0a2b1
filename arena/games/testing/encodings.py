"""Tests of encodings: words for all legal moves and no others, and features that tell no secret."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, Final

from arena.games.contract import AnyGame, Move, State
from arena.games.encoding import AnyEncoding, MoveBuilder, Word, count_elements
from arena.games.testing.random_play import Table, walk
from arena.games.testing.secrecy import check_a_seat_is_shown_nothing_that_it_may_not_know

# The share of the decisions that are looked at.
SHARE: Final = 1 / 8


def check_actions_spell_exactly_the_legal_moves(table: Table, encoding: AnyEncoding) -> None:
    """Every word is one legal move, every legal move has a word, and `spell` knows it."""
    source = table.source("words")
    for position in walk(table):
        state, seat = position.state, position.seat
        if source.random() > SHARE:
            continue
        moves = [encoding.read(state, word) for word in _words(encoding, state, seat)]
        legal = list(state.legal(seat))
        if len(moves) != len(legal) or {*moves} != {*legal}:
            raise position.broken(f"words spell {_tell(moves)}; legal is {_tell(legal)}")
        move = source.choice(legal)
        made = _make(encoding, state, seat, move)
        if made != move:
            raise position.broken(f"the word of {move} makes {made}")


def check_features_follow_from_the_view(table: Table, encoding: AnyEncoding) -> None:
    """Features are finite, and the same in every state that the view's seat imagines.

    So a bot that holds the view alone has the features that it was taught with, in the middle of a
    move, too.
    """
    source = table.source("features")
    size = count_elements(encoding.features)
    for position in walk(table):
        state, seat = position.state, position.seat
        if source.random() > SHARE:
            continue
        imagined = table.game.imagine(table.game.view(state, seat), source)
        word = encoding.spell(source.choice(state.legal(seat)))
        for end in range(len(word)):
            own, other = (encoding.observe(s, seat, word[:end]) for s in (state, imagined))
            if len(own) != size or not all(map(isfinite, own)):
                raise position.broken(f"right are {size} finite features")
            if own != other:
                raise position.broken(f"{_name_difference(encoding, own, other)} is no view's")


def check_features_tell_nothing_that_a_seat_may_not_know(
    table: Table, encoding: AnyEncoding
) -> None:
    """The features of any seat, asked or not, stay the same when only what is unseen differs."""

    def show(_game: AnyGame, state: State[Any], seat: int) -> Mapping[str, object]:
        return {"list of features": encoding.observe(state, seat)}

    check_a_seat_is_shown_nothing_that_it_may_not_know(table, show)


def _words(encoding: AnyEncoding, state: State[Any], seat: int, begun: Word = ()) -> Iterator[Word]:
    follow = encoding.next_actions(state, seat, begun)
    if not follow:
        yield begun
    for action in follow:
        yield from _words(encoding, state, seat, (*begun, action))


def _make(encoding: AnyEncoding, state: State[Any], seat: int, move: Move) -> Move | None:
    """Return the move that the word of a move makes; None if it makes none."""
    word, builder = encoding.spell(move), MoveBuilder[Any, Any](encoding, state, seat)
    made: Move | None = None
    while made is None and len(builder.begun) < len(word):
        action = word[len(builder.begun)]
        if action not in builder.actions:
            return None
        made = builder.add(action)
    return made


def _tell(moves: list[Move]) -> str:
    return ", ".join(sorted(map(str, moves)))


def _name_difference(encoding: AnyEncoding, own: Any, other: Any) -> str:
    place = next(index for index, number in enumerate(own) if number != other[index])
    for span in encoding.features:
        if place < span.size:
            return f"feature {span.name!r}, element {place},"
        place -= span.size
    raise IndexError(place)
