"""The cards and the moves of Big Fish, and their notation.

Fish are numbers from 11 on, written `R5`; licences are 1 to 9, written `A` to `I`. A move is
written `I Y6 G1`, `keep R1 G3 B2` or `licence D`.
"""

from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from arena.games.colours import LETTERS, name_card, read_cards
from arena.games.contract import IllegalMove

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
