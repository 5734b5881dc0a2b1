"""The cards of 6 nimmt!: their heads, the deck in play, and how they are dealt out."""

from collections.abc import Iterable
from typing import Final

from arena.games.six_nimmt.moves import CARD, Move
from arena.games.six_nimmt.options import Variant

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
