"""Determinization of TonTon: the cards of the others, dealt so that nobody holds what it cannot.

A seat that did not follow a colour has none of it. Every deal of the unseen cards that keeps to
that is equally likely here. The cards are put into classes, those that the same seats may have; how
many of a class each seat gets is drawn in proportion to the number of deals that are so; then the
cards of the class are dealt by a shuffle.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from math import factorial, prod
from random import Random
from typing import Final, TypeAlias

from arena.games.deal import fisher_yates

# How many cards each seat gets, or still has room for.
Numbers: TypeAlias = tuple[int, ...]
# Whether each seat may have a card.
Takers: TypeAlias = tuple[bool, ...]

_FACTORIAL: Final = tuple(map(factorial, range(41)))


def deal_unseen(
    cards: Sequence[int], room: Sequence[int], lacking: Sequence[set[int]], rng: Random
) -> list[list[int]]:
    """Deal all the cards; `room` is how many each seat gets, `lacking` the colours it cannot have.

    There has to be a way to do that.
    """
    classes = _classes(cards, room, lacking)
    deals = _Deals([(len(members), takers) for takers, members in classes])
    left = tuple(room)
    hands: list[list[int]] = [[] for _ in room]
    for index, (_, members) in enumerate(classes):
        numbers = deals.draw(index, left, rng)
        shuffled = iter(fisher_yates(members, rng))
        for hand, number in zip(hands, numbers, strict=True):
            hand.extend(islice(shuffled, number))
        left = _minus(left, numbers)
    return hands


def _classes(
    cards: Sequence[int], room: Sequence[int], lacking: Sequence[set[int]]
) -> list[tuple[Takers, list[int]]]:
    """Return the cards by who may have them, those with the fewest takers first."""
    by_takers = defaultdict[Takers, list[int]](list)
    for card in cards:
        takers = [
            free > 0 and card // 10 not in lacks for free, lacks in zip(room, lacking, strict=True)
        ]
        by_takers[tuple(takers)].append(card)
    return sorted(by_takers.items(), key=lambda item: sum(item[0]))


class _Deals:
    """Counts the deals of some classes, given by their size and takers, one after the other."""

    def __init__(self, classes: Sequence[tuple[int, Takers]]) -> None:
        self._classes = classes
        self._count = cache(self._count_anew)

    def draw(self, index: int, room: Numbers, rng: Random) -> Numbers:
        """Return how many cards of a class each seat gets."""
        if index == len(self._classes) - 1:
            return room
        place = rng.randrange(self._count(index, room))
        for numbers in self._splits(index, room):
            place -= self._count_with(index, room, numbers)
            if place < 0:
                return numbers
        raise AssertionError("the splits have fewer deals than all of them together")

    def _count_anew(self, index: int, room: Numbers) -> int:
        """Return how many deals there are of this class and all after it."""
        if index == len(self._classes) - 1:
            return self._count_last(room)
        splits = self._splits(index, room)
        return sum(self._count_with(index, room, numbers) for numbers in splits)

    def _count_last(self, room: Numbers) -> int:
        """Return how many deals there are of the last class: what is free is what it fills."""
        size, takers = self._classes[-1]
        fits = all(may_have or not free for free, may_have in zip(room, takers, strict=True))
        return _FACTORIAL[size] // prod([_FACTORIAL[free] for free in room]) if fits else 0

    def _count_with(self, index: int, room: Numbers, numbers: Numbers) -> int:
        size, _ = self._classes[index]
        ways = _FACTORIAL[size] // prod([_FACTORIAL[number] for number in numbers])
        return ways * self._count(index + 1, _minus(room, numbers))

    def _splits(self, index: int, room: Numbers) -> Iterator[Numbers]:
        size, takers = self._classes[index]
        most = [free if may_have else 0 for free, may_have in zip(room, takers, strict=True)]
        return _split(size, most)


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
    return tuple([free - taken for free, taken in zip(room, numbers, strict=True)])
