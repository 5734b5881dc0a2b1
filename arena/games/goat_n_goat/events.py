"""The events of Goat 'n' Goat: between which places of the table its cards go."""

from collections.abc import Iterable, Sequence
from typing import Final

from arena.games.events import Event

KINDS: Final = (
    # A turn. A herd is lost to a goat that is lower than its last one, and is spent on a mountain.
    "lost_herd",
    "laid",
    "took",
    "discarded",
    "claimed",
    "herd_spent",
    "passed",
    # The deck.
    "opened",
    "reshuffled",
    "last_round",
)
# A seat's herds in the order of the state.
HERDS: Final = ("red", "green", "blue")


def herd_zone(place: int, seat: int) -> str:
    """Return the name of the zone of a seat's herd, by its place in the state."""
    return f"{HERDS[place]} herd {seat}"


def lost_herd(seat: int, place: int, herd: Sequence[int]) -> Event:
    source, target = herd_zone(place, seat), f"penalties {seat}"
    return Event("lost_herd", seat, tuple(herd), source, target, -len(herd))


def laid(seat: int, place: int, card: int) -> Event:
    return Event("laid", seat, (card,), f"hand {seat}", herd_zone(place, seat), 1)


def took(seat: int, cards: Sequence[int]) -> Event:
    return Event("took", seat, tuple(cards), "open", f"hand {seat}", -len(cards))


def discarded(seat: int, cards: Sequence[int]) -> Event:
    return Event("discarded", seat, tuple(cards), f"hand {seat}", f"penalties {seat}")


def claimed(seat: int, mountain: int) -> Event:
    return Event("claimed", seat, (mountain,), "mountains", f"mountains {seat}", mountain % 10)


def herd_spent(seat: int, place: int, herd: Sequence[int]) -> Event:
    return Event("herd_spent", seat, tuple(herd), herd_zone(place, seat), "discards")


def opened(cards: Iterable[int]) -> Event:
    return Event("opened", None, tuple(cards), "deck", "open")


def reshuffled(discards: Iterable[int]) -> Event:
    """Return the making of a new deck. All have seen these cards; their new order nobody has."""
    return Event("reshuffled", None, tuple(discards), "discards", "deck")
