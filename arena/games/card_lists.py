"""Lists of cards in messages: a game's own message with one repeated field, `cards`."""

from collections.abc import Iterable
from typing import Any, Protocol


class CardList(Protocol):
    """For example `SixNimmtCards`."""

    @property
    def cards(self) -> Iterable[int]:
        """The cards in their order."""


def fill(field: Any, lists: Iterable[Iterable[int]]) -> None:
    """Add lists of cards to a repeated field of such messages."""
    for cards in lists:
        field.add(cards=cards)


def read(field: Iterable[CardList]) -> list[list[int]]:
    """Return the lists of such a field."""
    return [list(message.cards) for message in field]
