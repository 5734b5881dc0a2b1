"""Words that games share: the rule of the moment, how a seat is called, and how things are counted.

A game words what happens and what may be done in its own `table.py`, of what the seat may know. It
advises nothing.
"""

from typing import NamedTuple


class Guide(NamedTuple):
    """A sentence about the decision, and a few words about each legal move."""

    rule: str
    """One sentence of at most 20 words: "You have no red, so play any card."."""
    notes: tuple[str, ...]
    """By legal move, in their order: "fits on row 3; fifth card"; empty where nothing is to say."""


def name_seat(event_seat: int | None, seat: int | None) -> str:
    """Return how a seat begins a sentence that is told to another one: "You" or "Seat 2"."""
    return "You" if event_seat == seat else f"Seat {event_seat}"


def name_again(event_seat: int | None, seat: int | None) -> str:
    """Return how a seat is called within a sentence."""
    return "you" if event_seat == seat else f"seat {event_seat}"


def count(number: int, what: str) -> str:
    """Return how many there are: "1 head", "3 heads"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
