"""The rules against a second program, written from the rulebook's text and as simple as can be."""

from random import Random

import pytest

from arena.games import Deal
from arena.games.tonton import Options
from tests.games.tonton.another_program import AnotherTonTon
from tests.games.tonton.scripted import GAMES

VARIANTS = [
    Options(),
    Options("advanced"),
    Options(teams=True),
    Options("advanced", teams=True, colours="RBGYP", rank_points=(10, 6, 4, 2, 1)),
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_match_goes_as_the_other_program_says(options: Options) -> None:
    for seats in GAMES.seats_for(options):
        for seed in range(20):
            compare_a_match(seats, seed, options)


def compare_a_match(seats: int, seed: int, options: Options) -> None:
    source = Random(seed)
    state = GAMES.start(seats, Deal(seed), options)
    shuffles: list[list[str]] = []
    tell_shuffles(state.shuffles, shuffles)
    other = AnotherTonTon(
        seats,
        shuffles,
        advanced=options.missions == "advanced",
        teams=options.teams,
        colours=options.colours,
        rank_points=options.rank_points,
    )
    while state.to_act:
        (seat,) = state.to_act
        assert other.to_act == seat
        assert {str(move) for move in state.legal(seat)} == other.legal()
        move = source.choice(state.legal(seat))
        state.play(seat, move)
        tell_shuffles(state.shuffles, shuffles)
        other.play(str(move))
        assert [*state.scores()] == other.scores()
        assert [*state.ranks()] == other.ranks()
    assert other.to_act is None


def tell_shuffles(orders: tuple[tuple[int, ...], ...], known: list[list[str]]) -> None:
    """Add to what the other program reads the shuffles that it does not know yet."""
    known += [[GAMES.card_name(card) for card in order] for order in orders[len(known) :]]
