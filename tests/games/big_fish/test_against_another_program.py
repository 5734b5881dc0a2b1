"""The rules against a second program, written from the rulebook's text and as simple as can be."""

from random import Random

import pytest

from arena.games import Deal
from arena.games.big_fish import Options
from tests.games.big_fish.another_program import AnotherBigFish
from tests.games.big_fish.scripted import GAMES, names

VARIANTS = [
    Options(),
    Options(keep="choice"),
    Options(licences=True),
    Options(licences=True, keep="choice"),
    Options(licences=True, a_counts_as_one=False),
    Options(licences=True, keep="choice", a_counts_as_one=False, copies=(5, 5, 4, 3, 2, 1)),
]


def alike(move: str) -> tuple[str, ...]:
    """Return what is the same for moves that are the same: kept fish have no order."""
    action, *cards = move.split(" ")
    return action, *(sorted(cards) if action == "keep" else cards)


@pytest.mark.parametrize("seats", GAMES.seats)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("games", [4, pytest.param(10, marks=pytest.mark.soak)])
def test_every_game_goes_as_the_other_program_says(
    games: int, options: Options, seats: int
) -> None:
    for seed in range(games):
        source = Random(seed)
        state = GAMES.start(seats, Deal(seed), options)
        other = AnotherBigFish(
            seats,
            [names(order).split() for order in state.shuffles],
            licences=options.licences,
            keep=options.keep,
            a_counts_as_one=options.a_counts_as_one,
        )
        while state.to_act:
            (seat,) = state.to_act
            assert other.to_act == seat
            if source.random() < 0.05:
                assert state.refuse(seat) == other.refuse()
            expected = {alike(move): move for move in other.legal()}
            assert {alike(str(move)) for move in state.legal(seat)} == expected.keys()
            move = source.choice(state.legal(seat))
            state.play(seat, move)
            other.play(expected[alike(str(move))])
            assert [*state.scores()] == other.scores()
            assert [*state.ranks()] == other.ranks()
        assert other.to_act is None
