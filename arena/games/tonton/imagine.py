"""Determinization of TonTon: the cards of the others, dealt so that nobody holds what it cannot.

A seat that did not follow a colour has none of it. Every deal of the unseen cards that keeps to
that is equally likely here. The cards are put into classes, those that the same seats may have; how
many of a class each seat gets is drawn in proportion to the number of deals that are so; then the
cards of the class are dealt by a shuffle.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import factorial
from random import Random
from typing import Final, TypeAlias

from arena.games.deal import Deal, fisher_yates
from arena.games.tonton.cards import hand_of
from arena.games.tonton.rules import TonTonState

# How many cards each seat gets, or still has room for.
Numbers: TypeAlias = tuple[int, ...]
# Whether each seat may have a card.
Takers: TypeAlias = tuple[bool, ...]

_FACTORIAL: Final = tuple(map(factorial, range(41)))


class UnseenDeals:
    """All deals of some cards; `draw` draws one of them, each as often as the others.

    `room` is how many cards each seat gets, `lacking` the colours that it cannot have. There has to
    be a way to do that.
    """

    def __init__(
        self, cards: Sequence[int], room: Sequence[int], lacking: Sequence[set[int]]
    ) -> None:
        self._room: Numbers = tuple(room)
        self._classes = _classes(cards, room, lacking)
        # How many deals there are of a class and all after it, by the room for them; and of each
        # way to split the class among the seats. There are few, and they are met again and again.
        self._counts: dict[tuple[int, Numbers], int] = {}
        self._splits: dict[tuple[int, Numbers], list[tuple[Numbers, int]]] = {}

    def draw(self, rng: Random) -> list[list[int]]:
        """Return the cards of every seat in one of the deals."""
        hands: list[list[int]] = [[] for _ in self._room]
        room = self._room
        last = len(self._classes) - 1
        for index, (_, members) in enumerate(self._classes):
            # Who has room for the last class gets of it what is left.
            numbers = room if index == last else self._draw_split(index, room, rng)
            shuffled = fisher_yates(members, rng.randbytes)
            top = 0
            for seat, number in enumerate(numbers):
                if number:
                    hands[seat] += shuffled[top : top + number]
                    top += number
            if index != last:
                room = _minus(room, numbers)
        return hands

    def _draw_split(self, index: int, room: Numbers, rng: Random) -> Numbers:
        """Return how many cards of a class, not the last, each seat gets."""
        place = rng.randrange(self._count(index, room))
        for numbers, deals in self._count_splits(index, room):
            place -= deals
            if place < 0:
                return numbers
        raise AssertionError("the splits have fewer deals than all of them together")

    def _count(self, index: int, room: Numbers) -> int:
        """Return how many deals there are of this class and all after it."""
        key = index, room
        if key not in self._counts:
            if index == len(self._classes) - 1:
                self._counts[key] = self._count_last(room)
            else:
                splits = self._count_splits(index, room)
                self._counts[key] = sum([deals for _, deals in splits])
        return self._counts[key]

    def _count_splits(self, index: int, room: Numbers) -> list[tuple[Numbers, int]]:
        """Return every way to split a class, with how many deals there are of it."""
        key = index, room
        if key not in self._splits:
            takers, members = self._classes[index]
            most = [free if may_have else 0 for free, may_have in zip(room, takers, strict=True)]
            self._splits[key] = [
                (
                    numbers,
                    _ways(len(members), numbers) * self._count(index + 1, _minus(room, numbers)),
                )
                for numbers in _split(len(members), most)
            ]
        return self._splits[key]

    def _count_last(self, room: Numbers) -> int:
        """Return how many deals there are of the last class: what is free is what it fills."""
        takers, members = self._classes[-1]
        fits = all(may_have or not free for free, may_have in zip(room, takers, strict=True))
        return _ways(len(members), room) if fits else 0


def deal_unseen(
    known: TonTonState,
    hands: Sequence[Sequence[int]],
    deals: UnseenDeals,
    to_come: Sequence[int],
    rng: Random,
) -> TonTonState:
    """Return what is known with one of the deals, and with the missions that are to come."""
    state = known.copy()
    state.deal = Deal(rng.getrandbits(128))
    state.missions += fisher_yates(to_come, rng.randbytes)
    dealt = deals.draw(rng)
    state.hands = [hand_of([*held, *new]) for held, new in zip(hands, dealt, strict=True)]
    return state


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


def _ways(size: int, numbers: Numbers) -> int:
    """Return in how many ways so many cards can be split so."""
    ways = _FACTORIAL[size]
    for number in numbers:
        ways //= _FACTORIAL[number]
    return ways


def _split(number: int, most: Sequence[int]) -> list[Numbers]:
    """Return every way to write a number as a sum whose parts are at most these."""
    if not most:
        return [] if number else [()]
    rest = sum(most[1:])
    return [
        (first, *others)
        for first in range(max(0, number - rest), min(number, most[0]) + 1)
        for others in _split(number - first, most[1:])
    ]


def _minus(room: Numbers, numbers: Numbers) -> Numbers:
    return tuple([free - taken for free, taken in zip(room, numbers, strict=True)])
