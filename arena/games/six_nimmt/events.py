"""The events of 6 nimmt!: between which places of the table its cards go."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arena.games.events import Event

KINDS: Final = (
    # A trick: all cards are laid at once, and placed from the lowest on. A seat takes a row if its
    # card fits nowhere, or is the sixth.
    "laid",
    "placed",
    "placed_left",
    "took_row",
    "took_full_row",
    # A round. "gathered" are the cards of the last one, "set_aside" those that nobody gets.
    "round_over",
    "gathered",
    "dealt",
    "set_aside",
    "opened",
    # A draft.
    "laid_out",
    "drafted",
)


def laid(cards: Iterable[int]) -> Iterator[Event]:
    """Return the laying of a trick, which is given as a card by seat."""
    for seat, card in enumerate(cards):
        yield Event("laid", seat, (card,), f"hand {seat}", f"laid {seat}")


def placed(seat: int, index: int, card: int, *, at_left: bool = False) -> Event:
    kind = "placed_left" if at_left else "placed"
    return Event(kind, seat, (card,), f"laid {seat}", f"row {index + 1}")


def took(seat: int, index: int, row: Sequence[int], heads: int, *, chosen: bool) -> Event:
    kind = "took_row" if chosen else "took_full_row"
    return Event(kind, seat, tuple(row), f"row {index + 1}", f"pile {seat}", -heads)


def gathered(
    rows: Iterable[Sequence[int]], piles: Iterable[Sequence[int]], rest: Sequence[int]
) -> Iterator[Event]:
    """Return the end of a round: all its cards leave the table."""
    for number, row in enumerate(rows, start=1):
        yield Event("gathered", None, tuple(row), f"row {number}")
    for seat, pile in enumerate(piles):
        if pile:
            yield Event("gathered", None, tuple(pile), f"pile {seat}")
    if rest:
        yield Event("gathered", None, tuple(rest), "rest", secret=True)


def dealt(hands: Iterable[Iterable[int]], rest: Sequence[int]) -> Iterator[Event]:
    for seat, hand in enumerate(hands):
        yield Event("dealt", seat, tuple(sorted(hand)), "", f"hand {seat}", secret=True)
    if rest:
        yield Event("set_aside", None, tuple(rest), "", "rest", secret=True)


def laid_out(deck: Iterable[int]) -> Event:
    return Event("laid_out", None, tuple(deck), "", "pool")


def drafted(seat: int, card: int) -> Event:
    return Event("drafted", seat, (card,), "pool", f"hand {seat}")


def opened(cards: Iterable[int], source: str) -> Iterator[Event]:
    """Return the beginning of the rows, by cards from a zone."""
    for number, card in enumerate(cards, start=1):
        yield Event("opened", None, (card,), source, f"row {number}")
