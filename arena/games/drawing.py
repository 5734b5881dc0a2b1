"""Tables drawn as plain text: what the pictures of several games have in common."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

CardT = TypeVar("CardT")


def show(cards: Iterable[CardT], name: Callable[[CardT], str] = str) -> str:
    """Return the notations of these cards, or a dash if there are none."""
    return " ".join(map(name, cards)) or "-"


def draw_seats(scores: Sequence[int], cells: Iterable[Sequence[str]]) -> Iterator[str]:
    """Return a line for each seat: its number, its points, and its cells under one another."""
    seats = [
        (f"seat {seat}", f"{score:>3} points", *others)
        for seat, (score, others) in enumerate(zip(scores, cells, strict=True))
    ]
    widths = [max(map(len, column)) for column in zip(*seats, strict=True)]
    for seat in seats:
        padded = (cell.ljust(width) for cell, width in zip(seat, widths, strict=True))
        yield "  " + "  ".join(padded).rstrip()
