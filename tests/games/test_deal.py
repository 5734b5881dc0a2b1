"""The Deal: the same luck everywhere, fair, and none of it learnt from the rest."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import shake_256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import Deal
from arena.games.deal import fisher_yates

CARDS = range(1, 25)


def deal_by_the_description(seed: int, number: int, cards: Sequence[int]) -> list[int]:
    """Deal as somebody would who has read what is said of a deal, and not the program."""
    luck = shake_256(seed.to_bytes(16, "big") + number.to_bytes(4, "big")).digest(4096)
    numbers = (int.from_bytes(luck[place : place + 2], "big") for place in range(0, 4096, 2))
    deck = list(cards)
    for top in range(len(deck)):
        places = range(top, len(deck))
        number = next(number for number in numbers if number < 65536 // len(places) * len(places))
        other = places[number % len(places)]
        deck[top], deck[other] = deck[other], deck[top]
    return deck


# Anyone who gets other cards here, from another version of Python, cannot replay anybody's games.
@pytest.mark.parametrize(
    ("seed", "number", "outcome"),
    [
        (0, 0, "14 8 13 23 3 6 2 18 11 4 22 5 19 12 15 21 1 20 10 9 24 16 17 7"),
        (2**128 - 1, 3, "5 4 15 8 16 24 14 2 19 3 20 11 12 7 22 17 1 13 10 6 21 9 18 23"),
    ],
)
def test_a_seed_means_the_same_cards_in_every_version_of_python(
    seed: int, number: int, outcome: str
) -> None:
    assert Deal(seed).shuffle(number, CARDS) == tuple(map(int, outcome.split()))


def test_the_places_that_are_drawn_are_the_same_when_only_they_are_drawn() -> None:
    drawn = Deal(12345).shuffle(1, range(1, 105), drawn=10)
    assert drawn[:10] == (44, 99, 57, 83, 78, 2, 51, 73, 63, 16)
    assert drawn[:10] == Deal(12345).shuffle(1, range(1, 105))[:10]
    assert sorted(drawn) == list(range(1, 105))


@given(st.integers(0, 2**128 - 1), st.integers(0, 2**32 - 1), st.integers(0, 300))
def test_a_deal_is_what_its_description_says(seed: int, number: int, size: int) -> None:
    cards = range(size)
    assert [*Deal(seed).shuffle(number, cards)] == deal_by_the_description(seed, number, cards)


def numbers_as_bytes(numbers: Sequence[int]) -> Iterator[int]:
    for number in numbers:
        yield from number.to_bytes(2, "big")


@pytest.mark.parametrize(
    ("numbers", "order"),
    [
        ([0, 0, 0], (1, 2, 3)),
        ([2, 1, 0], (3, 1, 2)),
        # 65,536 is one more than a multiple of 3: the highest is passed over, and more is read.
        ([65534, 65533, 7], (3, 1, 2)),
        ([65535, 65534, 65533, 7], (3, 1, 2)),
        ([65535] * 20 + [65534, 65533, 7], (3, 1, 2)),
    ],
)
def test_a_number_that_would_prefer_some_places_is_passed_over(
    numbers: list[int], order: tuple[int, ...]
) -> None:
    luck = bytes(numbers_as_bytes(numbers)) + bytes(100)
    assert fisher_yates((1, 2, 3), lambda size: luck[:size]) == order


def test_a_scripted_order_is_the_outcome_and_later_shuffles_come_from_the_seed() -> None:
    order = tuple(reversed(CARDS))
    deal = Deal(0, (order,))
    assert deal.shuffle(0, CARDS) == order
    assert deal.shuffle(1, CARDS) == Deal(0).shuffle(1, CARDS)


@pytest.mark.parametrize("order", [(), (1, 2), (1, 2, 2), (1, 2, 4), (1, 2, 3, 3)])
def test_a_scripted_order_of_other_cards_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the scripted order of shuffle 0 has other cards"):
        Deal(0, (order,)).shuffle(0, (1, 2, 3))


@given(st.integers(0, 2**128 - 1), st.integers(0, 100), st.lists(st.integers(0, 50), max_size=60))
def test_a_shuffle_keeps_its_cards_and_can_be_asked_for_again(
    seed: int, number: int, cards: list[int]
) -> None:
    order = Deal(seed).shuffle(number, cards)
    assert sorted(order) == sorted(cards)
    assert Deal(seed).shuffle(number, cards) == order


def test_what_was_shuffled_before_does_not_matter() -> None:
    deal = Deal(99)
    later = deal.shuffle(5, CARDS)
    for number in range(5):
        deal.shuffle(number, CARDS)
    assert deal.shuffle(5, CARDS) == later


def test_no_two_shuffles_of_neighbouring_seeds_and_numbers_are_the_same() -> None:
    orders = {Deal(seed).shuffle(number, CARDS) for seed in range(40) for number in range(40)}
    assert len(orders) == 1600


# Chi-square bounds that fair shuffles would exceed once in ten thousand; the seeds are fixed.


def test_all_orders_of_a_few_cards_are_equally_frequent() -> None:
    counts = Counter(Deal(seed).shuffle(0, range(4)) for seed in range(12_000))
    assert {*counts} == {*permutations(range(4))}
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 56.0


@pytest.mark.parametrize("place", [0, 1, 12, 22, 23])
def test_every_card_is_equally_frequent_at_every_place(place: int) -> None:
    counts = Counter(Deal(7).shuffle(number, CARDS)[place] for number in range(4800))
    assert sum((counts[card] - 200) ** 2 / 200 for card in CARDS) < 56.0


def test_one_shuffle_says_nothing_about_the_next() -> None:
    counts = Counter(
        (Deal(seed).shuffle(0, range(5))[0], Deal(seed).shuffle(1, range(5))[0])
        for seed in range(5000)
    )
    assert sum((counts[i, j] - 200) ** 2 / 200 for i in range(5) for j in range(5)) < 60.0
