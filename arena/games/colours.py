"""The cards of Big Fish, TonTon and Goat 'n' Goat: a colour and a value, written `R5`.

A card is the number 10 × colour + value, with the numbers of the colours that `colour.proto` gives
them, so that R5 is 15 and G1 is 31. Cards of the same colour and value are the same card.
"""

import re
from collections.abc import Iterable
from typing import Final

from arena.games.contract import IllegalMove
from arena.games.scene import Card, CardColour

# A colour's letter is at its number.
LETTERS: Final = " RYGBP"
_NAMES: Final = {
    10 * colour + value: f"{LETTERS[colour]}{value}"
    for colour in range(1, 6)
    for value in range(1, 10)
}
COLOURS: Final[tuple[CardColour, ...]] = ("", "red", "yellow", "green", "blue", "purple")
"""In words, by their number."""
_CARDS: Final = {name: card for card, name in _NAMES.items()}
_SHOWN: Final = {
    card: Card(name[1:], COLOURS[card // 10], symbol=name[0]) for card, name in _NAMES.items()
}
_NOTATION: Final = re.compile(r"[RYGBP][1-9]( [RYGBP][1-9])*", re.ASCII)


def card_of(letter: str, value: int) -> int:
    """Return the card of a colour and a value."""
    return 10 * LETTERS.index(letter) + value


def name_card(card: int) -> str:
    """Return the notation of a card; of a number that is none, the number."""
    return _NAMES.get(card) or str(card)


def name_cards(cards: Iterable[int]) -> str:
    """Return the notations of several cards, with spaces between them."""
    return " ".join(map(name_card, cards))


def read_cards(text: str) -> tuple[int, ...]:
    """Read the notations of one or more cards; IllegalMove if that is not what it is."""
    if not _NOTATION.fullmatch(text):
        raise IllegalMove(f"{text!r} are no cards; cards are written R5 or R5 B4")
    return tuple(_CARDS[name] for name in text.split(" "))


def show_card(card: int) -> Card:
    """Return a card as a scene has it."""
    return _SHOWN[card]


def show_cards(cards: Iterable[int]) -> tuple[Card, ...]:
    """Return cards as a scene has them."""
    return tuple(map(show_card, cards))
