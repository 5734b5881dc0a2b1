"""The cards, the moves and the missions of TonTon. A move is written as its card: `R8`."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from arena.games.colours import LETTERS, name_card, read_cards
from arena.games.contract import IllegalMove
from arena.games.tonton.options import MissionSet

HAND: Final = 8
# The order of a hand is by value, then in this order of colours.
_ORDER: Final = "RPYGB"
RED_EIGHT: Final = 18


class Move(NamedTuple):
    """Playing this card."""

    card: int

    def __str__(self) -> str:
        return name_card(self.card)


# Moves are values; making each one once keeps `legal` fast. In the order of a hand.
CARD: Final = {
    card: Move(card)
    for value in range(1, 9)
    for card in (10 * LETTERS.index(colour) + value for colour in _ORDER)
}
_MOVES: Final = list(CARD.values())
_PLACES: Final = {card: place for place, card in enumerate(CARD)}


@cache
def deck_of(colours: str) -> tuple[int, ...]:
    """Return the cards of these colours in the order of a hand."""
    in_play = {LETTERS.index(colour) for colour in colours}
    return tuple([card for card in CARD if card // 10 in in_play])


def hand_of(cards: Iterable[int]) -> list[Move]:
    """Return a hand of these cards."""
    # Places are numbers, which are sorted twice as fast as cards by a key.
    places = [_PLACES[card] for card in cards]
    places.sort()
    return [_MOVES[place] for place in places]


def parse_move(text: str) -> Move:
    """Read the notation; IllegalMove if it is none."""
    cards = read_cards(text)
    if len(cards) != 1 or cards[0] not in CARD:
        raise IllegalMove(f"{text!r} is no move; a move is one card of the values 1 to 8, like R8")
    return CARD[cards[0]]


_GREEN_AND_BLUE: Final = (3, 4)


class Mission(NamedTuple):
    """A sum of the cards on top, and when it is too much."""

    name: str
    bust_at: int
    # Bust is this sum and all above it; or all below it.
    low_wins: bool = False
    # Whether the place among all sums counts, or the sum itself.
    ranked: bool = True
    minus: tuple[int, ...] = ()

    def count(self, tops: Sequence[int]) -> int:
        """Return the sum of these cards."""
        return sum(-(top % 10) if top // 10 in self.minus else top % 10 for top in tops)

    def is_bust(self, total: int) -> bool:
        return total <= self.bust_at if self.low_wins else total >= self.bust_at

    def points(self, sums: Sequence[int], rank_points: Sequence[int]) -> list[int]:
        """Return the points of every seat; one that is bust has none and no place."""
        if not self.ranked:
            return [0 if self.is_bust(total) else total for total in sums]
        return [0 if self.is_bust(own) else rank_points[self._above(own, sums)] for own in sums]

    def _above(self, own: int, sums: Sequence[int]) -> int:
        standing = (total for total in sums if not self.is_bust(total))
        return sum(total < own if self.low_wins else total > own for total in standing)


# By their number on the wire.
MISSIONS: Final = {
    1: Mission("9", bust_at=9),
    2: Mission("12", bust_at=12),
    3: Mission("5", bust_at=5, low_wins=True),
    4: Mission("10", bust_at=10, ranked=False),
    5: Mission("11", bust_at=11, ranked=False, minus=_GREEN_AND_BLUE),
}
MISSION_SETS: Final[dict[MissionSet, tuple[int, ...]]] = {
    "basic": (1, 2, 3),
    "advanced": (1, 2, 3, 4, 5),
}
