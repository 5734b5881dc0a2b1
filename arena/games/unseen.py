"""The deals of unseen cards to seats of which some lack a colour: what determinizations draw from.

A seat that did not follow a colour has none of it. Every deal of the unseen cards that keeps to
that is equally likely here. A card that one seat alone may have is there. The others are put into
classes, those that the same seats may have; how many of a class each seat gets is drawn in
proportion to the number of deals that are so; then the cards of the class are dealt by a shuffle.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import factorial
from random import Random
from typing import Final, NamedTuple, TypeAlias

from arena.games.deal import fisher_yates

# How many cards each seat gets, or still has room for.
Numbers: TypeAlias = tuple[int, ...]
# Whether each seat may have a card.
Takers: TypeAlias = tuple[bool, ...]
# Cards that the same seats may have, by their places among the unseen ones.
CardClass: TypeAlias = tuple[Takers, list[int]]

_FACTORIAL: Final = tuple(map(factorial, range(41)))
_NOBODY: Final = -1


class ClassSplit(NamedTuple):
    """How many cards of a class each seat gets."""

    deals: int
    """How many deals of this class and all after it are so."""
    seats: list[int]
    """Every seat, as often as it gets a card."""
    room: Numbers
    """The room of every seat afterwards."""


class UnseenDeals:
    """All deals of some cards; `draw` draws one of them, each as often as the others.

    `room` is how many cards each seat gets, `lacking` the colours that it cannot have, and `owners`
    has the seats of cards that can only be there. There has to be a way to do that.
    """

    def __init__(
        self,
        cards: Sequence[int],
        room: Sequence[int],
        lacking: Sequence[set[int]],
        owners: Mapping[int, int],
    ) -> None:
        self._owners = [owners.get(card, _NOBODY) for card in cards]
        left = [free - self._owners.count(seat) for seat, free in enumerate(room)]
        _give_certain(cards, self._owners, left, lacking)
        self._room: Numbers = tuple(left)
        self._classes = _classes(cards, self._owners, left, lacking)
        # By class and the room for it and all after it: few, and met again and again.
        self._splits: dict[tuple[int, Numbers], tuple[int, list[ClassSplit]]] = {}

    def draw(self, rng: Random) -> list[int]:
        """Return the seat of every card in one of the deals."""
        owners = self._owners[:]
        room = self._room
        for index, (_, places) in enumerate(self._classes):
            split = self._draw_split(index, room, rng)
            seats = fisher_yates(split.seats, rng.randbytes)
            for number, place in enumerate(places):
                owners[place] = seats[number]
            room = split.room
        return owners

    def _draw_split(self, index: int, room: Numbers, rng: Random) -> ClassSplit:
        """Return a way to split a class, as often as there are deals that are split so."""
        deals, splits = self._count(index, room)
        if len(splits) == 1:
            return splits[0]
        # Not randrange, which takes ten times as long to be fairer by less than 1 in 2**53.
        deal = int(rng.random() * deals)
        for split in splits:
            deal -= split.deals
            if deal < 0:
                return split
        raise AssertionError("the splits have fewer deals than all of them together")

    def _count(self, index: int, room: Numbers) -> tuple[int, list[ClassSplit]]:
        """Return how many deals there are of a class and all after it, and how it can be split."""
        key = index, room
        if key not in self._splits:
            splits = self._split(index, room)
            self._splits[key] = sum([split.deals for split in splits]), splits
        return self._splits[key]

    def _split(self, index: int, room: Numbers) -> list[ClassSplit]:
        """Return every way to split a class that leaves to those after it the room they need."""
        takers, places = self._classes[index]
        most = [free if may_have else 0 for free, may_have in zip(room, takers, strict=True)]
        splits = []
        for numbers in _sums(len(places), most):
            left = tuple([free - taken for free, taken in zip(room, numbers, strict=True)])
            after = 1 if index + 1 == len(self._classes) else self._count(index + 1, left)[0]
            if after:
                seats = [seat for seat, number in enumerate(numbers) for _ in range(number)]
                splits.append(ClassSplit(_ways(len(places), numbers) * after, seats, left))
        return splits


def _give_certain(
    cards: Sequence[int], owners: list[int], room: list[int], lacking: Sequence[set[int]]
) -> None:
    """Give each card that only one seat may have to that seat; then others may have one, too."""
    found = True
    while found:
        found = False
        for place, card in enumerate(cards):
            takers = _takers(card, room, lacking)
            if owners[place] == _NOBODY and sum(takers) == 1:
                owners[place] = takers.index(True)
                room[owners[place]] -= 1
                found = True


def _takers(card: int, room: Sequence[int], lacking: Sequence[set[int]]) -> Takers:
    return tuple(
        [free > 0 and card // 10 not in lacks for free, lacks in zip(room, lacking, strict=True)]
    )


def _classes(
    cards: Sequence[int], owners: Sequence[int], room: Sequence[int], lacking: Sequence[set[int]]
) -> list[CardClass]:
    """Group the unassigned cards by the seats that may hold them, the smallest set first."""
    by_takers = defaultdict[Takers, list[int]](list)
    for place, card in enumerate(cards):
        if owners[place] == _NOBODY:
            by_takers[_takers(card, room, lacking)].append(place)
    return sorted(by_takers.items(), key=lambda item: sum(item[0]))


def _ways(size: int, numbers: Numbers) -> int:
    """Return in how many ways this many cards can be split so."""
    ways = _FACTORIAL[size]
    for number in numbers:
        ways //= _FACTORIAL[number]
    return ways


def _sums(number: int, most: Sequence[int]) -> list[Numbers]:
    """Return every way to write a number as a sum whose parts are at most these."""
    if not most:
        return [] if number else [()]
    rest = sum(most[1:])
    return [
        (first, *others)
        for first in range(max(0, number - rest), min(number, most[0]) + 1)
        for others in _sums(number - first, most[1:])
    ]
