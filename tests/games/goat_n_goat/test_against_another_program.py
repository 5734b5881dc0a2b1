"""The rules against a second program, written from the rulebook's text and as simple as can be."""

from collections.abc import Sequence
from random import Random

import pytest

from arena.games import Deal
from arena.games.goat_n_goat import Move, Options
from tests.games.goat_n_goat.another_program import AnotherGoat
from tests.games.goat_n_goat.scripted import GAMES


@pytest.mark.parametrize("options", [Options(), Options("cannot_draw")], ids=str)
@pytest.mark.parametrize("seats", GAMES.seats)
@pytest.mark.parametrize("games", [10, pytest.param(30, marks=pytest.mark.soak)])
def test_every_game_goes_as_the_other_program_says(
    games: int, seats: int, options: Options
) -> None:
    reshuffled = 0
    for seed in range(games):
        reshuffled += compare_a_game(seats, seed, options)
    assert bool(reshuffled) == (seats > 2)


def compare_a_game(seats: int, seed: int, options: Options) -> bool:
    """Play a game in both programs; return whether the discard pile was reshuffled in it."""
    source = Random(seed)
    state = GAMES.start(seats, Deal(seed), options)
    shuffles: list[list[str]] = []
    tell_shuffles(state.shuffles, shuffles)
    other = AnotherGoat(seats, shuffles, exhaustion=options.exhaustion)
    while state.to_act:
        (seat,) = state.to_act
        assert other.to_act == seat
        expected = {alike(move): move for move in other.legal()}
        moves = state.legal(seat)
        assert {alike(str(move)) for move in moves} == expected.keys()
        assert len(moves) == len(expected)
        move = choose(moves, source)
        state.play(seat, move)
        tell_shuffles(state.shuffles, shuffles)
        other.play(expected[alike(str(move))])
        assert [*state.scores()] == other.scores()
        assert [*state.ranks()] == other.ranks()
    assert other.to_act is None
    return len(state.shuffles) > 1


def choose(moves: Sequence[Move], source: Random) -> Move:
    """Claim mountains mostly, so that there are discards to reshuffle; else anything."""
    claims = [move for move in moves if move.action == "claim"]
    return source.choice(claims if claims and source.random() < 0.8 else moves)


def alike(move: str) -> tuple[str, ...]:
    """Return what is the same for moves that are the same: their cards have no order."""
    action, *cards = move.split(" ")
    return action, *sorted(cards)


def tell_shuffles(orders: tuple[tuple[int, ...], ...], known: list[list[str]]) -> None:
    """Add to what the other program reads the shuffles that it does not know yet."""
    known += [[GAMES.card_name(card) for card in order] for order in orders[len(known) :]]
