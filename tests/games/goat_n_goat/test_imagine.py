"""What bots imagine: every way that the goats out of sight can lie, each as often as the others."""

from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from random import Random

from arena.games.goat_n_goat.cards import GOATS
from arena.games.goat_n_goat.rules import GoatNGoatState
from tests.games.chances import are_as_likely_as
from tests.games.goat_n_goat.scripted import GAMES, goats, laid_out

OUT_OF_SIGHT = "R1 R1 G2 B3 B5"


def nearly_out() -> GoatNGoatState:
    """Return a game of three in which seat 0 has seen all goats but five, and knows a sixth."""
    state = laid_out("R2", seats=3)
    state.hands[1:] = [goats("R1 G1 G2"), goats("R1 B3")]
    state.known[1] = goats("G1")
    state.deck = goats("B5")
    seen = Counter(goats(f"R2 G1 {OUT_OF_SIGHT}")) + Counter(state.open)
    state.penalties[0] = sorted((Counter(GOATS) - seen).elements())
    return state


def lie(state: GoatNGoatState) -> Hashable:
    return tuple(state.hands[1]), tuple(state.hands[2]), tuple(state.deck)


def test_every_way_to_lie_is_as_likely_as_the_number_of_its_deals() -> None:
    ways = Counter[Hashable](
        (tuple(sorted([31, *order[:2]])), tuple(sorted(order[2:4])), order[4:])
        for order in permutations(goats(OUT_OF_SIGHT))
    )
    view, source = GAMES.view(nearly_out(), 0), Random(1)
    counts = Counter(lie(GAMES.imagine(view, source)) for _ in range(6000))
    assert are_as_likely_as(counts, ways)
    assert lie(nearly_out()) in counts


def test_after_the_reshuffle_the_deck_has_its_cards_in_any_order_and_no_hand_has_them() -> None:
    state = nearly_out()
    state.exhaustions, state.deck = 1, goats("R1 G2 B5")
    state.hands[1:] = [goats("R1 G1"), goats("B3")]
    ways = Counter[Hashable](
        (tuple(sorted([31, *hidden[:1]])), hidden[1:], deck)
        for hidden in permutations(goats("R1 B3"))
        for deck in permutations(goats("R1 G2 B5"))
    )
    view, source = GAMES.view(state, 0), Random(2)
    counts = Counter(lie(GAMES.imagine(view, source)) for _ in range(3000))
    assert are_as_likely_as(counts, ways)
    assert lie(state) in counts


def test_hands_keep_the_cards_that_all_have_seen() -> None:
    state = GAMES.imagine(GAMES.view(nearly_out(), 0), Random(0))
    assert 31 in state.hands[1]
    assert sorted(state.cards()) == sorted(nearly_out().cards())
