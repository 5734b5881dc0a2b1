"""The fish and the licences of Big Fish. Fish are numbers from 11 on, licences from 1 to 9."""

from collections.abc import Sequence
from typing import Final

from arena.games.colours import LETTERS, name_card

HAND: Final = 4
# A hand and what is drawn to it later, of every seat.
DEALT: Final = 12
ROWS: Final = 3
ROW: Final = 5
LICENCES: Final = "ABCDEFGHI"
A, B, C, D, E, F, G, H, I = range(1, 10)  # noqa: E741 - that is what is printed on it
# Of these only one is in the game.
DRAWN: Final = (A, B, C)
POINTS: Final = {A: 10, B: 10, C: 10, D: 10, E: 10, F: 7, G: 7, H: 7, I: 7}


def fish_of(copies: Sequence[int]) -> list[int]:
    """Return all fish, so many of the values 1 to 6 in each colour."""
    return [
        10 * colour + value
        for colour in range(1, len(LETTERS))
        for value, number in enumerate(copies, start=1)
        for _ in range(number)
    ]


def reserve_of(seats: int) -> int:
    """Return the size of the reserve: with it exactly 3n rows come to be completed."""
    return 3 * (seats - 1)


def name_fish_or_licence(card: int) -> str:
    """Return the notation of a fish or a licence."""
    return LICENCES[card - 1] if card in POINTS else name_card(card)
