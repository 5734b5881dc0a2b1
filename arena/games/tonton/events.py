"""The events of TonTon: between which places of the table its cards go."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arena.games.events import Event

KINDS: Final = (
    # A trick. "covered" are cards of which another one of their colour now lies on top; "leads" is
    # told where a 4 decides it.
    "played",
    "won",
    "covered",
    "leads",
    # A game. Everybody puts back what is left; cards and missions make place for those of the next.
    "went_bust",
    "scored",
    "gathered",
    "put_back",
    "mission_over",
    "mission_revealed",
    "dealt",
)


def played(seat: int, card: int) -> Event:
    return Event("played", seat, (card,), f"hand {seat}", "trick")


def won(
    seat: int, trick: Sequence[int], before: Iterable[int], tops: Iterable[int]
) -> Iterator[Event]:
    """Return the winning of a trick by a seat, with what was on top of its piles, and now is."""
    yield Event("won", seat, tuple(trick), "trick", f"top {seat}")
    covered = {*filter(None, before), *trick}.difference(tops)
    if covered:
        yield Event("covered", seat, tuple(sorted(covered)), f"top {seat}", "covered")


def scored(busts: Iterable[bool], changes: Iterable[int]) -> Iterator[Event]:
    """Return the end of a game: by seat whether it is bust, and how its total changes."""
    for seat, is_bust in enumerate(busts):
        if is_bust:
            yield Event("went_bust", seat)
    for seat, change in enumerate(changes):
        yield Event("scored", seat, points=change)


def cleared(
    left: Iterable[int], tops: Iterable[Iterable[int]], tricks: Iterable[Iterable[int]]
) -> Iterator[Event]:
    """Return how a table is cleared: of the cards in hands, on top, and of all tricks."""
    covered = {card for trick in tricks for card in trick}
    for seat, card in enumerate(left):
        yield Event("put_back", seat, (card,), f"hand {seat}", secret=True)
    for seat, pile in enumerate(tops):
        cards = tuple(filter(None, pile))
        covered.difference_update(cards)
        if cards:
            yield Event("gathered", None, cards, f"top {seat}")
    yield Event("gathered", None, tuple(sorted(covered)), "covered")


def next_mission(over: int, revealed: int) -> Iterator[Event]:
    yield Event("mission_over", None, (over,), "mission", "past missions")
    yield Event("mission_revealed", None, (revealed,), "missions to come", "mission")


def dealt(hands: Iterable[Iterable[int]]) -> Iterator[Event]:
    for seat, hand in enumerate(hands):
        yield Event("dealt", seat, tuple(hand), "", f"hand {seat}", secret=True)
