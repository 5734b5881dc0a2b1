"""The moves of 6 nimmt! and their notation: `14`, `row 2`, `draft 55`, `right 3`, `left 1`."""

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from arena.games.contract import IllegalMove

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
