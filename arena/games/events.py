"""The event: something that happened in a game, as a value; and the events that each seat has still
to be told.

A scene is one moment. Events lead from one to the next: the rules report them in public order to
each seat that asked for them, and a game's narrator words them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

# The number of a card that a seat may not see.
HIDDEN: Final = 0


class Event(NamedTuple):
    """Something that happened: who did it, which cards went from where to where, what it cost."""

    kind: str
    """Its kind: a word of `Game.kinds`."""
    seat: int | None = None
    """The seat that did it, or to which it happened; None: no seat."""
    cards: tuple[int, ...] = ()
    source: str = ""
    """The zone of the scene that the cards left; empty: none, as where they were shuffled."""
    target: str = ""
    """The zone that they came to. With neither zone the cards are named and stay where they are."""
    points: int = 0
    """How much this changed the score of the seat; higher is better in every game."""
    secret: bool = False
    """Its seat alone sees the cards."""

    @property
    def moves(self) -> bool:
        """Whether cards went from one zone to another."""
        return bool(self.source and self.target)

    def seen_by(self, seat: int | None) -> "Event":
        """Return the event as a seat may hear it; None is anybody, who may hear what all may."""
        if not self.secret:
            return self
        seen = seat is not None and seat == self.seat
        cards = self.cards if seen else (HIDDEN,) * len(self.cards)
        return self._replace(cards=cards, secret=False)


@dataclass(frozen=True, slots=True)
class CardMotion:
    """Cards that went from one zone of the table to another."""

    cards: tuple[str, ...]
    """By name; that of a card that may not be seen is empty."""
    source: str
    target: str


def tell_motions(
    events: Iterable[Event], card_name: Callable[[int], str]
) -> tuple[CardMotion, ...]:
    """Return what moved by events as one may hear them, one after another."""
    return tuple(
        CardMotion(
            tuple("" if card == HIDDEN else card_name(card) for card in event.cards),
            event.source,
            event.target,
        )
        for event in events
        if event.moves
    )


class NotesEvents(Protocol):
    """A state, as far as events are concerned."""

    events: list[Event] | None


class Telling:
    """Has a state note its events from now on, and tells each seat those that are new to it."""

    def __init__(self, state: NotesEvents, seats: int) -> None:
        self._events: list[Event] = []
        state.events = self._events
        self._told = [0] * seats

    def news(self, seat: int) -> Sequence[Event]:
        """Return what has happened since this was last asked for the seat, as it may hear it."""
        told, self._told[seat] = self._told[seat], len(self._events)
        return [event.seen_by(seat) for event in self._events[told:]]
