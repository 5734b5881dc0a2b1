"""A playout plays legal moves to the end, or to its limit, by its policy or at random."""

from random import Random
from typing import Any

import pytest

from arena.games import AnyGame, Deal, Move, State, find_game, game_names, playout

GAMES = [find_game(name) for name in game_names()]


def start(game: AnyGame) -> State[Any]:
    state: State[Any] = game.start(3, Deal(1), game.Options())
    return state


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_a_playout_draws_every_move_from_the_legal_ones_with_one_number(game: AnyGame) -> None:
    state, by_hand = start(game), start(game)
    draw = Random(2).random
    made = 0
    while by_hand.to_act:
        seat = by_hand.to_act[0]
        legal = by_hand.legal(seat)
        by_hand.play(seat, legal[int(draw() * len(legal))])
        made += 1
    assert playout(state, Random(2)) == made
    assert state.to_act == ()
    assert state.scores() == by_hand.scores()
    assert sorted(state.cards()) == sorted(by_hand.cards())


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_a_playout_goes_on_where_its_limit_ended_it(game: AnyGame) -> None:
    at_once, in_parts = start(game), start(game)
    rng = Random(3)
    assert playout(in_parts, rng, 0) == 0
    assert playout(in_parts, rng, 7) == 7
    assert in_parts.to_act
    rest = playout(in_parts, rng)
    assert playout(at_once, Random(3)) == 7 + rest
    assert playout(at_once, rng) == 0
    assert in_parts.scores() == at_once.scores()


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_a_playout_plays_by_a_policy(game: AnyGame) -> None:
    asked: list[int] = []

    def last(state: State[Any], seat: int, rng: Random) -> Move:
        assert rng is given
        asked.append(seat)
        move: Move = state.legal(seat)[-1]
        return move

    given, state, by_hand = Random(4), start(game), start(game)
    assert playout(state, given, policy=last) == len(asked)
    for seat in asked:
        by_hand.play(seat, by_hand.legal(seat)[-1])
    assert by_hand.to_act == ()
    assert state.scores() == by_hand.scores()


@pytest.mark.parametrize("game", GAMES, ids=game_names())
def test_a_playout_stops_where_it_is_told_to_before_its_next_move(game: AnyGame) -> None:
    state, by_limit = start(game), start(game)
    seen: list[State[Any]] = []

    def stops(asked: State[Any]) -> bool:
        assert asked is state
        seen.append(asked)
        return len(seen) > 7

    assert playout(state, Random(3), stops=stops) == 7
    assert playout(by_limit, Random(3), 7) == 7
    assert state.to_act == by_limit.to_act
    assert sorted(state.cards()) == sorted(by_limit.cards())
    assert playout(state, Random(3), 0, stops=stops) == 0
    assert len(seen) == 8
