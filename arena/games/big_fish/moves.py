"""The moves of Big Fish and their notation: `I Y6 G1`, `keep R1 G3 B2`, `licence D`."""

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from arena.games.big_fish.cards import HAND, LICENCES, POINTS, ROW, name_fish_or_licence
from arena.games.colours import read_cards
from arena.games.contract import IllegalMove

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
    """Return keeping these fish, given in any order; IllegalMove if so many never count plus."""
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
