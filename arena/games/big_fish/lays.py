"""What can be laid in one turn of Big Fish, without writing it all out.

A fish may be laid on a row that ends in its colour or if no row does. So the fish of a hand that
can come onto a row are of two kinds. Those whose colour ends another row too are only possible as
long as the row still ends in it: they come first. All others come in any order, and since none of
them makes the row end as another one does, none of them takes anything away from the next.

So what can be laid on a row is a pattern of places in the hand, and depends on nothing but which
fish are of which kind, which are alike, and how many fit.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, permutations
from typing import Final, TypeAlias

from arena.games.big_fish.cards import HAND, ROW, ROW_NAMES, Move, RowName
from arena.games.choices import Choices
from arena.games.colours import LETTERS

# Places in a list of fish, in the order in which these are laid.
Pattern: TypeAlias = tuple[int, ...]


class Lays(Choices[Move]):
    """Every lay that a hand allows, each made when it is asked for: rows in order, few fish first.

    A position has dozens and most are never looked at.
    """

    __slots__ = ("_parts", "_size")

    def __init__(self, rows: Sequence[Sequence[int]], hand: Sequence[int]) -> None:
        # For each row its name, the fish of the hand that can come onto it, and their patterns.
        self._parts: list[tuple[RowName, Sequence[int], tuple[Pattern, ...]]] = []
        self._size = 0
        ends = [row[-1] // 10 if row else 0 for row in rows]
        how_many_end = [0] * len(LETTERS)  # so, by colour
        for end in ends:
            how_many_end[end] += 1
        has_doubles = len({*hand}) < len(hand)
        for index, end in enumerate(ends):
            if not end:
                continue
            fish = [card for card in hand if card // 10 == end or not how_many_end[card // 10]]
            room = ROW - len(rows[index])
            if has_doubles or how_many_end[end] > 1:
                first = tuple([card // 10 == end and how_many_end[end] > 1 for card in fish])
                patterns = _patterns(first, tuple([fish.index(card) for card in fish]), room)
            else:
                patterns = _IN_ANY_ORDER[len(fish)][room]
            self._parts.append((ROW_NAMES[index], fish, patterns))
            self._size += len(patterns)

    def __len__(self) -> int:
        return self._size

    def make(self, place: int) -> Move:
        for row, fish, patterns in self._parts:
            if place < len(patterns):
                return Move(row, tuple([fish[card] for card in patterns[place]]))
            place -= len(patterns)
        raise IndexError(f"there are {self._size} lays")

    def __iter__(self) -> Iterator[Move]:
        for row, fish, patterns in self._parts:
            for pattern in patterns:
                yield Move(row, tuple([fish[card] for card in pattern]))


def may_be_laid(fish: Iterable[int], row: Sequence[int], rows: Sequence[Sequence[int]]) -> bool:
    """Return whether the colours of the fish allow to lay them on this row in this order."""
    other_ends = [other[-1] // 10 for other in rows if other and other is not row]
    end = row[-1] // 10
    for card in fish:
        colour = card // 10
        if colour != end and colour in other_ends:
            return False
        end = colour
    return True


@cache
def _patterns(first: tuple[bool, ...], like: tuple[int, ...], room: int) -> tuple[Pattern, ...]:
    """Return the patterns of fish that have to come `first` or not, where `room` more fit.

    `like` has for each fish the place of the first one that is the same; which of them is laid does
    not matter, so only the one is named that is not laid yet. There are some hundred such tables.
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
    [_patterns((False,) * size, tuple(range(size)), room) for room in range(ROW)]
    for size in range(HAND + 1)
]
