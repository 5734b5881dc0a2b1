"""What can be laid in one turn of Big Fish, without writing it all out.

A fish may be laid on a row that ends in its colour or if no row does. So the fish of a hand that
can come onto a row are of two kinds. Those whose colour ends another row too are only possible as
long as the row still ends in it: they come first. All others come in any order, and since none of
them makes the row end as another one does, none of them takes anything away from the next.

So what can be laid on a row is a pattern of places in the hand, and depends on nothing but which
fish are of which kind, which are alike, and how many fit.
"""

from collections.abc import Iterator
from itertools import chain, permutations
from typing import Final, TypeAlias

from arena.games.big_fish.cards import HAND, ROW, ROW_NAMES, Move, RowName
from arena.games.choices import Choices

# Places in a list of fish, in the order in which these are laid.
Pattern: TypeAlias = tuple[int, ...]


class Lays(Choices[Move]):
    """Every lay that a hand allows, each made when it is asked for: rows in order, few fish first.

    A position has dozens and most are never looked at. The fish of the hand are in increasing
    order.
    """

    __slots__ = ("_parts", "_size")

    def __init__(self, rows: list[list[int]], hand: list[int]) -> None:
        # For each row its name, the fish of the hand that can come onto it, and their patterns.
        self._parts: list[tuple[RowName, list[int], tuple[Pattern, ...]]] = []
        self._size = 0
        ends, shared = _ends_of(rows)
        doubles = _has_doubles(hand)
        for index, row in enumerate(rows):
            if not row:
                continue
            end = row[-1] // 10
            fish = [card for card in hand if card // 10 == end or not ends >> card // 10 & 1]
            room = ROW - len(row)
            first_colour = end if shared >> end & 1 else 0
            if doubles or first_colour:
                patterns = _find_patterns(fish, first_colour, room)
            else:
                patterns = _IN_ANY_ORDER[len(fish)][room]
            self._parts.append((ROW_NAMES[index], fish, patterns))
            self._size += len(patterns)

    def __len__(self) -> int:
        return self._size

    def make(self, place: int) -> Move:
        for row, fish, patterns in self._parts:
            if place < len(patterns):
                cards = tuple([fish[card] for card in patterns[place]])
                # As Move(row, cards), in half of the time.
                return tuple.__new__(Move, (row, cards))
            place -= len(patterns)
        raise IndexError(f"there are {self._size} lays")

    def __iter__(self) -> Iterator[Move]:
        for row, fish, patterns in self._parts:
            for pattern in patterns:
                yield Move(row, tuple([fish[card] for card in pattern]))


def may_be_laid(fish: tuple[int, ...], row: list[int], rows: list[list[int]]) -> bool:
    """Return whether the colours of the fish allow to lay them on this row in this order."""
    ends, shared = _ends_of(rows)
    end = row[-1] // 10
    others = ends if shared >> end & 1 else ends & ~(1 << end)
    for card in fish:
        colour = card // 10
        if colour != end and others >> colour & 1:
            return False
        end = colour
    return True


def _ends_of(rows: list[list[int]]) -> tuple[int, int]:
    """Return the colours in which rows end, and those in which several do; colour n is bit n."""
    ends = shared = 0
    for row in rows:
        if row:
            end = 1 << row[-1] // 10
            shared |= ends & end
            ends |= end
    return ends, shared


def _has_doubles(hand: list[int]) -> bool:
    """Return whether two fish of a hand are the same."""
    before = 0
    for card in hand:
        if card == before:
            return True
        before = card
    return False


def _find_patterns(fish: list[int], first_colour: int, room: int) -> tuple[Pattern, ...]:
    """Return the patterns of fish of which one colour has to come first, where `room` more fit.

    They are remembered by a number with a digit for the room and for each fish: twice the place of
    the first one that is the same, and one more where it has to come first. There are some hundred.
    """
    key = room
    for card in fish:
        key = key * 2 * HAND + 2 * fish.index(card) + (card // 10 == first_colour)
    patterns = _KNOWN.get(key)
    if patterns is None:
        first = [card // 10 == first_colour for card in fish]
        patterns = _KNOWN[key] = _make_patterns(first, [fish.index(card) for card in fish], room)
    return patterns


_KNOWN: Final[dict[int, tuple[Pattern, ...]]] = {}


def _make_patterns(first: list[bool], like: list[int], room: int) -> tuple[Pattern, ...]:
    """Return the patterns of fish that have to come `first` or not, where `room` more fit.

    `like` has for each fish the place of the first one that is the same; which of them is laid does
    not matter, so only the one is named that is not laid yet.
    """
    sizes = range(1, min(room, len(first)) + 1)
    every = chain.from_iterable(permutations(range(len(first)), size) for size in sizes)
    kept: dict[tuple[int, ...], Pattern] = {}
    for pattern in every:
        is_first = [first[place] for place in pattern]
        if is_first == sorted(is_first, reverse=True):
            kept.setdefault(tuple(like[place] for place in pattern), pattern)
    return tuple(kept.values())


# By the number of fish, all different and none first, and the room.
_IN_ANY_ORDER: Final = [
    [_make_patterns([False] * size, list(range(size)), room) for room in range(ROW)]
    for size in range(HAND + 1)
]
