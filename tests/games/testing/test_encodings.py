"""Encodings keep their promises, and the checks notice one that does not."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from arena.games import AnyGame, find_game, game_names
from arena.games.contract import Nonconformance
from arena.games.encoding import AnyEncoding, Numbers, Word, count_elements, find_encoding
from arena.games.options import option_choices
from arena.games.six_nimmt.cards import Move
from arena.games.six_nimmt.encoding import SixNimmtEncoding
from arena.games.six_nimmt.rules import SixNimmtState
from arena.games.testing.encodings import (
    check_actions_spell_exactly_the_legal_moves,
    check_features_follow_from_the_view,
    check_features_tell_nothing_that_a_seat_may_not_know,
)
from arena.games.testing.random_play import Table

GAME: AnyGame = find_game("six_nimmt")
SHORT = Table(GAME, 3, GAME.Options(limit=None, rounds=2), seed=0)


def some_tables(game: AnyGame) -> Iterator[Table]:
    """Return a table for every choice of options, with other seats each time."""
    for number, options in enumerate(option_choices(game)):
        seats = game.seats_for(options)
        yield Table(game, seats[number % len(seats)], options, number)


CHECKS = (
    check_actions_spell_exactly_the_legal_moves,
    check_features_follow_from_the_view,
    check_features_tell_nothing_that_a_seat_may_not_know,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("name", game_names())
def test_every_encoding_keeps_every_promise(
    name: str, check: Callable[[Table, AnyEncoding], None]
) -> None:
    for table in some_tables(find_game(name)):
        check(table, find_encoding(name))


@pytest.mark.parametrize("name", game_names())
def test_every_action_has_a_name_of_its_own(name: str) -> None:
    encoding = find_encoding(name)
    names = encoding.action_names
    assert len({*names}) == len(names) == count_elements(encoding.actions)


class SpellsNoFirstCard(SixNimmtEncoding):
    def next_actions(self, state: SixNimmtState, seat: int, begun: Word) -> Sequence[int]:
        follow = super().next_actions(state, seat, begun)
        return follow[1:] if len(follow) > 2 else follow


class SpellsTheNextCard(SixNimmtEncoding):
    def spell(self, move: Move) -> Word:
        (action,) = super().spell(move)
        return (action ^ 1,)


class TellsAnotherHand(SixNimmtEncoding):
    def write(self, state: SixNimmtState, seat: int, begun: Word, out: Numbers) -> None:
        super().write(state, seat, begun, out)
        for _, card in state.hands[(seat + 1) % state.seats]:
            out[card] = 1


@pytest.mark.parametrize(
    ("fault", "what"),
    [(SpellsNoFirstCard(), "words spell"), (SpellsTheNextCard(), "the word of")],
)
def test_words_that_are_wrong_are_found(fault: AnyEncoding, what: str) -> None:
    with pytest.raises(Nonconformance, match=what):
        check_actions_spell_exactly_the_legal_moves(SHORT, fault)


def test_features_that_tell_too_much_are_found() -> None:
    with pytest.raises(Nonconformance, match="is no view's"):
        check_features_follow_from_the_view(SHORT, TellsAnotherHand())
    with pytest.raises(Nonconformance, match="the list of features changed"):
        check_features_tell_nothing_that_a_seat_may_not_know(SHORT, TellsAnotherHand())
