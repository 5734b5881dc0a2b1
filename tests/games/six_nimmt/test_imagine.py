"""What bots imagine: every deal that agrees with the view, each as often as the others.

The bounds are those that a fair `imagine` would exceed once in ten thousand sources of luck; the
source is fixed, so the tests are too.
"""

from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from math import comb, factorial
from random import Random

from arena.games import Deal
from arena.games.six_nimmt.options import Options, Variant
from arena.games.six_nimmt.rules import SixNimmtState
from tests.games.six_nimmt.scripted import GAMES, dealt, play, play_first_legal


def near_the_end(seats: int, tricks_left: int, variant: Variant) -> SixNimmtState:
    source = Random(0)
    state = GAMES.start(seats, Deal(7), Options(variant))
    while len(state.tricks) < 10 - tricks_left or state.decision != "card":
        seat = state.to_act[0]
        state.play(seat, source.choice(state.legal(seat)))
    return state


def imagined(state: SixNimmtState, seat: int, times: int) -> Counter[Hashable]:
    """Count the hands of the others in this many imagined states."""
    source = Random(6)
    view = GAMES.view(state, seat)
    states = (GAMES.imagine(view, source) for _ in range(times))
    return Counter(
        tuple(tuple(hand) for other, hand in enumerate(state.hands) if other != seat)
        for state in states
    )


def chi_square(counts: Counter[Hashable], outcomes: int) -> float:
    assert len(counts) == outcomes
    expected = counts.total() / outcomes
    return sum((count - expected) ** 2 / expected for count in counts.values())


def test_two_cards_each_in_two_other_hands_are_dealt_in_all_six_ways_alike() -> None:
    state = near_the_end(3, tricks_left=2, variant="tactics")
    assert chi_square(imagined(state, 1, times=6000), outcomes=comb(4, 2)) < 25.7


def test_one_card_each_in_three_other_hands_is_dealt_in_all_six_ways_alike() -> None:
    state = near_the_end(4, tricks_left=1, variant="tactics")
    counts = imagined(state, 2, times=6000)
    hands = [state.hands[other] for other in (0, 1, 3)]
    assert {*counts} == {tuple(map(tuple, deal)) for deal in permutations(hands)}
    assert chi_square(counts, outcomes=factorial(3)) < 25.7


def test_the_last_card_of_another_seat_is_any_that_was_not_seen_alike() -> None:
    state = near_the_end(2, tricks_left=1, variant="base")
    # Of 104, both seats have laid nine, four started the rows, and one is in the own hand.
    assert chi_square(imagined(state, 0, times=8100), outcomes=81) < 133.0


def test_who_chooses_a_row_imagines_hands_of_the_cards_that_are_left() -> None:
    own, other = [1, 5, 6, 7, 8, 9, 11, 12, 13, 14], [15, 16, 17, 18, 19, 20, 21, 22, 23, 24]
    state = dealt([own, other], [2, 3, 4, 10], Options("tactics"))
    play(state, "1", "15")
    assert state.decision == "row"
    assert imagined(state, 0, times=20) == {(tuple(state.hands[1]),): 20}


def test_with_all_hands_open_there_is_nothing_to_imagine_but_what_is_laid() -> None:
    state = GAMES.start(3, Deal(0), Options("logic"))
    play_first_legal(state, 30)
    state.play(0, state.legal(0)[4])
    agreed = GAMES.imagine(GAMES.view(state, 1), Random(0))
    assert agreed.to_act == (0, 1, 2)
    assert [len(hand) for hand in agreed.hands] == [10, 10, 10]
    assert sorted(agreed.cards()) == sorted(state.cards())


def test_an_imagined_game_has_a_next_round_of_its_own() -> None:
    state = near_the_end(2, tricks_left=1, variant="base")
    view = GAMES.view(state, 0)
    hands = set()
    for seed in range(5):
        other = GAMES.imagine(view, Random(seed))
        while other.round == state.round and other.to_act:
            play_first_legal(other, 1)
        hands.add(tuple(other.hands[0]))
    assert len(hands) == 5
