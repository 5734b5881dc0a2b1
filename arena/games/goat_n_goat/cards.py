"""The goats and the mountains of Goat 'n' Goat. A mountain is a card of its colour and number."""

from typing import Final

from arena.games.colours import card_of

OPEN: Final = 6
MOST_IN_HAND: Final = 8
# A seat's herds are in this order: red, green, blue.
COLOURS: Final = "RGB"
# By the number of the colour, the place of its herd.
HERD: Final = (-1, 0, -1, 1, 2)

_COPIES: Final = {1: 10, 2: 8, 3: 5, 4: 3, 5: 2}
_HANDS: Final = (3, 4, 4, 5, 5)
# Every colour has these mountains; two cards show another number on the back.
_MOUNTAINS: Final = {
    2: (3, 4, 5, 6, 7, 8, 9),
    3: (3, 4, 5, 6, 7, 8, 9),
    4: (3, 3, 4, 5, 6, 7, 8),
    5: (3, 3, 4, 4, 5, 6, 7),
}

GOATS: Final = tuple(
    card_of(colour, value)
    for colour in COLOURS
    for value, copies in _COPIES.items()
    for _ in range(copies)
)


def mountains_of(seats: int) -> list[int]:
    """Return the mountains in increasing order."""
    return [card_of(colour, height) for colour in COLOURS for height in _MOUNTAINS[seats]]


def hand_ranges(seats: int) -> list[range]:
    """Return the places of every seat's first hand in the shuffled goats."""
    ends = [sum(_HANDS[: seat + 1]) for seat in range(seats)]
    return [range(end - _HANDS[seat], end) for seat, end in enumerate(ends)]
