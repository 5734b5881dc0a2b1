"""The events of Big Fish: between which places of the table its cards go."""

from collections.abc import Iterator, Sequence
from typing import Final

from arena.games.big_fish.cards import POINTS, ROW_NAMES, count_points
from arena.games.events import Event

KINDS: Final = (
    # A turn.
    "laid",
    "caught_plus",
    "caught_minus",
    "took_licence",
    "lost_licence",
    "drew",
    "opened",
    # The fiasco card, which lies in no zone.
    "got_fiasco",
    "lost_fiasco",
    # The points of licence B or C at the end.
    "bonus",
)


def laid(seat: int, index: int, cards: Sequence[int]) -> Event:
    return Event("laid", seat, tuple(cards), f"hand {seat}", _row(index))


def caught(seat: int, index: int, kept: Sequence[int], others: Sequence[int]) -> Iterator[Event]:
    """Return the catch of a row, by what counts plus and what counts minus."""
    plus = count_points(kept)
    yield Event("caught_plus", seat, tuple(kept), _row(index), f"plus {seat}", plus)
    if others:
        minus = count_points(others)
        yield Event("caught_minus", seat, tuple(others), _row(index), f"minus {seat}", -minus)


def took_licence(seat: int, licence: int, owner: int | None) -> Iterator[Event]:
    """Return the taking of a licence, from another owner or from those that nobody has."""
    source = "licences" if owner is None else f"licences {owner}"
    points = POINTS[licence]
    yield Event("took_licence", seat, (licence,), source, f"licences {seat}", points)
    if owner is not None:
        yield Event("lost_licence", owner, (licence,), points=-points)


def drew(seat: int, cards: Sequence[int]) -> Event:
    return Event("drew", seat, tuple(cards), f"stack {seat}", f"hand {seat}", secret=True)


def opened(index: int, card: int) -> Event:
    return Event("opened", None, (card,), "reserve", _row(index))


def fiasco(seat: int, owner: int | None, points: int) -> Iterator[Event]:
    """Return the giving of the fiasco card, which the seat itself may have had before."""
    if owner == seat:
        yield Event("got_fiasco", seat)
        return
    yield Event("got_fiasco", seat, points=-points)
    if owner is not None:
        yield Event("lost_fiasco", owner, points=points)


def bonus(licence: int, points: Sequence[int]) -> Iterator[Event]:
    """Return what a licence that nobody takes brings every seat."""
    for seat, gained in enumerate(points):
        if gained:
            yield Event("bonus", seat, (licence,), points=gained)


def _row(index: int) -> str:
    return f"row {ROW_NAMES[index]}"
