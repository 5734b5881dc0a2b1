"""The cards and the moves of TonTon, and their notation: `R8`."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from arena.games.colours import LETTERS, name_card, read_cards
from arena.games.contract import IllegalMove

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
