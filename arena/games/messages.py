"""Wire messages of games: what all of them do with protobuf's enums and lists of cards."""

from collections.abc import Iterable
from typing import Any, Final, Generic, Protocol, TypeVar

WordT = TypeVar("WordT", bound=str)
NumberT = TypeVar("NumberT", bound=int)


class WireEnum(Protocol[NumberT]):
    """An enum as protoc makes it: for example `SixNimmtVariant`."""

    def items(self) -> list[tuple[str, NumberT]]:
        """The names and the numbers of its values, in the order of the proto file."""


class EnumMap(Generic[WordT, NumberT]):
    """An enum of the wire as our words and back: CHAIR_KIND_SOFT is `soft`.

    The first value, CHAIR_KIND_UNSPECIFIED, has no word. ValueError if the words are not those of
    all others, in their order.
    """

    def __init__(self, enum: WireEnum[NumberT], words: tuple[WordT, ...]) -> None:
        (unspecified, _), *values = enum.items()
        prefix = unspecified.removesuffix("UNSPECIFIED")
        names, numbers = zip(*values, strict=True)
        if list(names) != [prefix + word.upper() for word in words]:
            raise ValueError(f"{', '.join(words)} are not the words of {', '.join(names)}")
        self.number: Final[dict[WordT, NumberT]] = dict(zip(words, numbers, strict=True))
        self.word: Final[dict[NumberT, WordT]] = dict(zip(numbers, words, strict=True))


class CardList(Protocol):
    """A game's own message with one repeated field, `cards`: for example `SixNimmtCards`."""

    @property
    def cards(self) -> Iterable[int]:
        """The cards in their order."""


def fill_lists(field: Any, lists: Iterable[Iterable[int]]) -> None:
    """Add lists of cards to a repeated field of such messages."""
    for cards in lists:
        field.add(cards=cards)


def read_lists(field: Iterable[CardList]) -> list[list[int]]:
    """Return the lists of such a field."""
    return [list(message.cards) for message in field]
