"""What bots imagine: every way that the fish out of sight can lie, each as often as the others."""

from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from random import Random

from arena.games.big_fish import Options
from arena.games.big_fish.cards import fish_of
from arena.games.big_fish.rules import BigFishState
from tests.games.big_fish.scripted import ADVANCED, GAMES, fish, laid_out, names
from tests.games.chances import are_as_likely_as

OUT_OF_SIGHT = "R1 R1 Y2 G3 B4"


def nearly_over() -> BigFishState:
    """Return a game in which seat 0 has seen all fish but five."""
    state = laid_out(("R2", "Y1", "G1"), "P1", "R1 Y2")
    state.stacks, state.drawn = (tuple(fish("G3")), ()), [0, 0]
    state.reserve, state.rest = fish("B4"), tuple(fish("R1"))
    seen = Counter(fish_of(Options().copies)) - Counter(fish(f"R2 Y1 G1 P1 {OUT_OF_SIGHT}"))
    state.plus[1] = sorted(seen.elements())
    return state


def lie(state: BigFishState) -> Hashable:
    hand, stack = tuple(state.hands[1]), state.stack(0)
    return hand, stack, tuple(state.reserve), tuple(state.rest)


def test_every_way_to_lie_is_as_likely_as_the_number_of_its_deals() -> None:
    ways = Counter[Hashable](
        (tuple(sorted(order[:2])), order[2:3], order[3:4], order[4:])
        for order in permutations(fish(OUT_OF_SIGHT))
    )
    source = Random(1)
    view = GAMES.view(nearly_over(), 0)
    counts = Counter(lie(GAMES.imagine(view, source)) for _ in range(6000))
    assert are_as_likely_as(counts, ways)
    assert lie(nearly_over()) in counts


def test_the_hands_and_stacks_are_as_large_as_they_are() -> None:
    state = GAMES.imagine(GAMES.view(nearly_over(), 0), Random(0))
    assert names(state.hands[0]) == "P1"
    assert [len(state.stack(seat)) for seat in range(2)] == [1, 0]
    assert sorted(state.cards()) == sorted(nearly_over().cards())


def test_which_of_a_b_and_c_is_in_the_game_is_known() -> None:
    state = laid_out(("R2", "Y1", "G1"), "P1", options=ADVANCED, display="ADEFGHI")
    imagined = GAMES.imagine(GAMES.view(state, 0), Random(0))
    assert names(imagined.display) == "A D E F G H I"
    assert names([card for card in imagined.rest if card < 10]) == "B C"
