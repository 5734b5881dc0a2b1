"""What a seat of TonTon may imagine: the cards of the others, where nobody holds what they cannot.

A seat that did not follow a colour has none of it. Every deal of the unseen cards that keeps to
that is equally likely here: the numbers of cards of each colour that the seats get are drawn in
proportion to how many deals have these numbers, then the cards themselves are dealt by a shuffle.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial, prod
from random import Random
from typing import Final, TypeAlias

from arena.games.deal import fisher_yates

# How many cards each seat gets, or still has room for.
Numbers: TypeAlias = tuple[int, ...]

_FACTORIAL: Final = tuple(map(factorial, range(41)))


def deal_unseen(
    cards: Sequence[int], room: Sequence[int], lacking: Sequence[set[int]], rng: Random
) -> list[list[int]]:
    """Deal all the cards; `room` is how many each seat gets, `lacking` the colours it cannot have.

    There has to be a way to do that.
    """
    colours = sorted({card // 10 for card in cards} & set[int]().union(*lacking))
    deals = _Deals(cards, colours, lacking)
    left = tuple(room)
    hands: list[list[int]] = [[] for _ in room]
    for index, colour in enumerate(colours):
        numbers = deals.draw(index, left, rng)
        _hand_out([card for card in cards if card // 10 == colour], numbers, hands, rng)
        left = _minus(left, numbers)
    _hand_out([card for card in cards if card // 10 not in colours], left, hands, rng)
    return hands


def _hand_out(cards: list[int], numbers: Numbers, hands: list[list[int]], rng: Random) -> None:
    shuffled = iter(fisher_yates(cards, rng))
    for hand, number in zip(hands, numbers, strict=True):
        hand.extend(next(shuffled) for _ in range(number))


class _Deals:
    """Counts the deals of some colours, one after the other; the other cards can go anywhere."""

    def __init__(
        self, cards: Sequence[int], colours: Sequence[int], lacking: Sequence[set[int]]
    ) -> None:
        self._sizes = [sum(card // 10 == colour for card in cards) for colour in colours]
        self._may_have = [[colour not in lacks for lacks in lacking] for colour in colours]
        self._count = cache(self._count_anew)

    def draw(self, index: int, room: Numbers, rng: Random) -> Numbers:
        """Return how many cards of colour `index` each seat gets."""
        place = rng.randrange(self._count(index, room))
        for numbers in self._splits(index, room):
            place -= self._count_with(index, room, numbers)
            if place < 0:
                return numbers
        raise AssertionError("the splits have fewer deals than all of them together")

    def _count_anew(self, index: int, room: Numbers) -> int:
        """Return how many deals there are of colour `index`, all after it and the free cards."""
        if index == len(self._sizes):
            return _FACTORIAL[sum(room)] // prod(_FACTORIAL[free] for free in room)
        splits = self._splits(index, room)
        return sum(self._count_with(index, room, numbers) for numbers in splits)

    def _count_with(self, index: int, room: Numbers, numbers: Numbers) -> int:
        ways = _FACTORIAL[self._sizes[index]] // prod(_FACTORIAL[number] for number in numbers)
        return ways * self._count(index + 1, _minus(room, numbers))

    def _splits(self, index: int, room: Numbers) -> Iterator[Numbers]:
        may_have = self._may_have[index]
        most = [free if may else 0 for free, may in zip(room, may_have, strict=True)]
        return _split(self._sizes[index], most)


def _split(number: int, most: Sequence[int]) -> Iterator[Numbers]:
    """Return every way to write a number as a sum whose parts are at most these."""
    if not most:
        if number == 0:
            yield ()
        return
    rest = sum(most[1:])
    for first in range(max(0, number - rest), min(number, most[0]) + 1):
        for others in _split(number - first, most[1:]):
            yield (first, *others)


def _minus(room: Numbers, numbers: Numbers) -> Numbers:
    return tuple(free - taken for free, taken in zip(room, numbers, strict=True))
