"""The cards and the moves of Big Fish, their notation, and what a completed row is worth.

Fish are numbers from 11 on, written `R5`; licences are 1 to 9, written `A` to `I`. A move is
written `I Y6 G1`, `keep R1 G3 B2` or `licence D`.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, groupby, permutations, product
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from arena.games.choices import Choices
from arena.games.colours import LETTERS, name_card, read_cards
from arena.games.contract import IllegalMove

HAND: Final = 4
# A hand and what is drawn to it later, of every seat.
DEALT: Final = 12
ROWS: Final = 3
ROW: Final = 5
LICENCES: Final = "ABCDEFGHI"
A, B, C, D, E, F, G, H, I = range(1, 10)  # noqa: E741 - that is what is printed on it
# Only one of these is in the game.
DRAWN: Final = (A, B, C)
POINTS: Final = {A: 10, B: 10, C: 10, D: 10, E: 10, F: 7, G: 7, H: 7, I: 7}


@cache
def fish_of(copies: tuple[int, ...]) -> tuple[int, ...]:
    """Return all fish, this many of the values 1 to 6 in each colour."""
    return tuple(
        [
            10 * colour + value
            for colour in range(1, len(LETTERS))
            for value, number in enumerate(copies, start=1)
            for _ in range(number)
        ]
    )


def reserve_of(seats: int) -> int:
    """Return the size of the reserve: with it exactly 3n rows come to be completed."""
    return 3 * (seats - 1)


def name_fish_or_licence(card: int) -> str:
    """Return the notation of a fish or a licence."""
    return LICENCES[card - 1] if card in POINTS else name_card(card)


Action: TypeAlias = Literal["I", "II", "III", "keep", "licence"]
RowName: TypeAlias = Literal["I", "II", "III"]

ROW_NAMES: Final[tuple[RowName, ...]] = get_args(RowName)
FORMS: Final = "a move is written I Y6 G1, keep R1 G3 B2 or licence D"


class Move(NamedTuple):
    """Fish to lay on a row, in this order; fish to keep, in increasing order; or one licence."""

    action: Action
    cards: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.action} {' '.join(map(name_fish_or_licence, self.cards))}"


def lay(row: int, cards: tuple[int, ...]) -> Move:
    """Return the lay on a row, 1 to 3; IllegalMove if there is none like that."""
    if not 1 <= row <= len(ROW_NAMES) or not 1 <= len(cards) <= HAND:
        raise IllegalMove(f"one to four fish are laid on row 1, 2 or 3; {FORMS}")
    return Move(ROW_NAMES[row - 1], cards)


def keep(cards: tuple[int, ...]) -> Move:
    """Return keeping these fish, given in any order; IllegalMove if this many never count plus."""
    if not 1 <= len(cards) <= ROW:
        raise IllegalMove(f"one to five fish are kept; {FORMS}")
    return Move("keep", tuple(sorted(cards)))


def take_licence(licence: int) -> Move:
    """Return taking a licence; IllegalMove if there is none like that."""
    if licence not in POINTS:
        raise IllegalMove(f"the licences are A to I; {FORMS}")
    return Move("licence", (licence,))


def parse_move(text: str) -> Move:
    """Read the notation; IllegalMove if it is none."""
    action, _, cards = text.partition(" ")
    if action in ROW_NAMES:
        return lay(ROW_NAMES.index(action) + 1, read_cards(cards))
    if action == "keep":
        return keep(read_cards(cards))
    if action == "licence" and len(cards) == 1:
        return take_licence(LICENCES.find(cards) + 1)
    raise IllegalMove(f"{text!r} is no move; {FORMS}")


# --- what can be laid in one turn, without writing it all out ---
#
# A fish may be laid on a row that ends in its colour or if no row does. So the fish of a hand that
# can come onto a row are of two kinds. Those whose colour ends another row too are only possible as
# long as the row still ends in it: they come first. All others come in any order, and since none of
# them makes the row end as another one does, none of them takes anything away from the next.
#
# So what can be laid on a row is a pattern of places in the hand, and depends on nothing but which
# fish are of which kind, which are alike, and how many fit.


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


# --- a completed row ---


# The fish that count plus.
Kept: TypeAlias = tuple[int, ...]


def keep_highest(row: Sequence[int]) -> Kept:
    """Return the highest fish of each colour, or the two highest of a single one."""
    fish = sorted(row)
    highest = fish[-1:]
    for card in reversed(fish):
        if card // 10 != highest[-1] // 10:
            highest.append(card)
    return tuple(highest[::-1]) if len(highest) > 1 else tuple(fish[-2:])


def all_ways_to_keep(row: Sequence[int]) -> list[Kept]:
    """Return every choice of one fish of each colour, or two of a single one, the highest first."""
    fish = sorted(row, reverse=True)
    by_colour = [list(group) for _, group in groupby(fish, key=lambda card: card // 10)]
    ways = combinations(fish, 2) if len(by_colour) == 1 else product(*by_colour)
    return list(dict.fromkeys(tuple(sorted(way)) for way in ways))


def the_others(row: Sequence[int], kept: Kept) -> list[int]:
    """Return the fish that count minus, in increasing order."""
    others = sorted(row)
    for card in kept:
        others.remove(card)
    return others


def count_points(fish: Sequence[int]) -> int:
    """Return the sum of the values."""
    return sum([card % 10 for card in fish])


def licences_met(plus: Sequence[int], minus: Sequence[int]) -> Iterator[int]:
    """Return the licences whose condition a row meets, in order, anyone who has them."""
    row = [*plus, *minus]
    values = {card % 10 for card in row}
    colours = {card // 10 for card in row}
    balance = count_points(plus) - count_points(minus)
    if any(card % 10 == 1 for card in plus):
        yield A
    if any({low, low + 1, low + 2, low + 3} <= values for low in (1, 2, 3)):
        yield D
    if balance < 0:
        yield E
    if balance == 0:
        yield F
    if max(values) <= 3:
        yield G
    if len(colours) == 1:
        yield H
    if len(colours) == 2:
        yield I
