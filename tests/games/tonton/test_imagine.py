"""What bots imagine: every deal in which the tricks can have gone so, each as often as the others.

Which deals these are is found out by dealing in every way and playing the same cards.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations
from random import Random

import pytest

from arena.games import Deal, IllegalMove
from arena.games.tonton import Options
from arena.games.tonton.rules import TonTonState
from arena.games.unseen import UnseenDeals
from tests.games.chances import are_as_likely_as
from tests.games.tonton.scripted import GAMES


def near_the_end(seats: int, tricks: int, seed: int) -> tuple[TonTonState, list[tuple[int, int]]]:
    """Return a first game after this many random tricks, and who played which card in it."""
    source = Random(seed)
    state = GAMES.start(seats, Deal(seed), Options())
    played = []
    while len(state.tricks) < tricks:
        (seat,) = state.to_act
        move = source.choice(state.legal(seat))
        played.append((seat, move.card))
        state.play(seat, move)
    return state, played


def deals_of(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Return every way to deal the cards to hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in deals_of(rest, sizes[1:]):
            yield [hand, *others]


def can_have_gone_so(
    state: TonTonState, played: list[tuple[int, int]], hands: list[tuple[int, ...]]
) -> bool:
    dealt = [[card for who, card in played if who == seat] for seat in range(state.seats)]
    for seat, hand in enumerate(hands):
        dealt[seat] += hand
    order = tuple(card for hand in dealt for card in hand)
    again = GAMES.start(state.seats, Deal(0, (state.missions, order)), Options())
    try:
        for seat, card in played:
            again.play(seat, GAMES.parse(GAMES.card_name(card)))
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize(
    ("seats", "tricks", "seed"), [(3, 4, 3), (3, 5, 6), (3, 6, 4), (4, 5, 5), (4, 6, 3), (5, 6, 3)]
)
def test_every_deal_that_fits_the_tricks_is_as_likely_as_the_others(
    seats: int, tricks: int, seed: int
) -> None:
    state, played = near_the_end(seats, tricks, seed)
    (own,) = state.to_act
    held = [tuple(move.card for move in hand) for hand in state.hands]
    unseen = [card for seat, hand in enumerate(held) if seat != own for card in hand]
    sizes = [len(hand) for seat, hand in enumerate(held) if seat != own]
    possible = set[Hashable]()
    for deal in deals_of(sorted(unseen), sizes):
        deal.insert(own, held[own])
        if can_have_gone_so(state, played, deal):
            possible.add(tuple(tuple(sorted(hand)) for hand in deal))
    assert 1 < len(possible) < sum(1 for _ in deals_of(unseen, sizes))
    view, source = GAMES.view(state, own), Random(seed)
    counts = Counter[Hashable]()
    for _ in range(max(2000, 12 * len(possible))):
        imagined = GAMES.imagine(view, source)
        counts[tuple(tuple(sorted(m.card for m in hand)) for hand in imagined.hands)] += 1
    assert are_as_likely_as(counts, dict.fromkeys(possible, 1))


@pytest.mark.parametrize(
    ("lacking", "owners"),
    [
        ([set(), set(), set()], {}),
        ([{1}, set(), {2}], {}),
        ([{2}, {1}, {3}], {}),
        ([set(), set(), set()], {12: 1}),
        # Seat 2 alone may have the twenties, so it has no room for others: seat 1 has the tens.
        ([{1, 2}, {2}, set()], {}),
    ],
)
def test_unseen_cards_are_dealt_in_every_way_that_is_possible(
    lacking: list[set[int]], owners: dict[int, int]
) -> None:
    cards, sizes = [11, 12, 21, 22, 31, 32, 41], [2, 3, 2]
    possible = {
        tuple(deal)
        for deal in deals_of(cards, sizes)
        if not any(
            card // 10 in lacks or owners.get(card, seat) != seat
            for seat, (hand, lacks) in enumerate(zip(deal, lacking, strict=True))
            for card in hand
        )
    }
    assert len(possible) > 1
    source, deals = Random(0), UnseenDeals(cards, sizes, lacking, owners)
    counts = Counter[Hashable]()
    for _ in range(6000):
        hands: list[list[int]] = [[], [], []]
        for card, seat in zip(cards, deals.draw(source), strict=True):
            hands[seat].append(card)
        counts[tuple(map(tuple, hands))] += 1
    assert are_as_likely_as(counts, dict.fromkeys(possible, 1))


def test_the_missions_to_come_are_in_any_order() -> None:
    state = GAMES.start(3, Deal(1), Options("advanced"))
    view, source = GAMES.view(state, state.to_act[0]), Random(2)
    counts = Counter[Hashable](GAMES.imagine(view, source).missions for _ in range(2400))
    assert len(counts) == 24
    assert are_as_likely_as(counts, dict.fromkeys(counts, 1))


def test_in_a_basic_match_the_last_mission_is_known() -> None:
    state = GAMES.start(3, Deal(1), Options())
    while state.game < 1:
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    view = GAMES.view(state, state.to_act[0])
    assert {GAMES.imagine(view, Random(seed)).missions for seed in range(9)} == {state.missions}
