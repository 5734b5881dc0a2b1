"""The cards and the moves of 6 nimmt!, and their notation.

A move is written `14`, `row 2`, `draft 55`, `right 3` or `left 1`.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from arena.games.contract import IllegalMove
from arena.games.six_nimmt.options import Variant

Kind: TypeAlias = Literal["card", "row", "draft", "right", "left"]

_NOTATION = re.compile(r"(?:(row|draft|right|left) )?([1-9][0-9]{0,2})", re.ASCII)


class Move(NamedTuple):
    """A kind and a number: of a card (`card`, `draft`) or of a row, 1 to 4 from the top."""

    kind: Kind
    number: int

    def __str__(self) -> str:
        return str(self.number) if self.kind == "card" else f"{self.kind} {self.number}"


# Moves are values; making each one once keeps `legal` fast.
CARD: Final = tuple(Move("card", card) for card in range(105))
ROW: Final = tuple(Move("row", row) for row in range(1, 5))
DRAFT: Final = tuple(Move("draft", card) for card in range(105))


def parse_move(text: str) -> Move:
    """Read the notation; IllegalMove if it is none."""
    match = _NOTATION.fullmatch(text)
    if match is None:
        raise IllegalMove(f"{text!r} is no move; a move is written 14, row 2, draft 55, right 3")
    kind: Kind = match[1] or "card"  # type: ignore[assignment]  # the pattern allows no other
    return Move(kind, int(match[2]))


ROWS: Final = 4
ROW_CAPACITY: Final = 5
HAND: Final = 10
_card_move: Final = CARD.__getitem__


def count_heads(card: int) -> int:
    """Return the bull heads printed on a card."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


# Heads by card; there is no card 0.
HEADS: Final = (0, *map(count_heads, range(1, 105)))


def hand_of(cards: Iterable[int]) -> list[Move]:
    """Return a hand of these cards."""
    return list(map(_card_move, sorted(cards)))


def deck_of(seats: int, variant: Variant) -> range:
    """Return the cards in play: all 104, or exactly those that are dealt (tactics, logic)."""
    few = variant in ("tactics", "logic")
    return range(1, HAND * seats + ROWS + 1) if few else range(1, 105)
