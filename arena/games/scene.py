"""The scene: one description of a table as plain data, from which every surface is made.

The terminal, the replay page, a live page and a person's seat all draw the same scene, so a game
describes its table once. It holds no rules. `as_plain` makes it plain data for JSON. Scenes are
values; they are not frozen, since a frozen one takes four times as long to make, and a replay makes
one for each seat at each step.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, TypeAlias

# The colours of cards. None carries a meaning alone: a symbol or a badge says the same.
CardColour: TypeAlias = Literal["", "red", "yellow", "green", "blue", "purple", "grey"]

# row: side by side, the order counts. fan: a hand. stack: one on another, the last on top.
# grid: many to choose from, where the order says nothing. pile: the same, to be looked through.
# trick: a row in which seats lay one after the other, each card on the side of who laid it.
Layout: TypeAlias = Literal["row", "fan", "stack", "grid", "pile", "trick"]


@dataclass(slots=True, unsafe_hash=True)
class Card:
    """A card that is seen. Symbol and face are its notation: `R5`, `55`. Equal cards are alike."""

    face: str
    """The text on it, without that of `symbol`: "55", "5"."""
    colour: CardColour = ""
    symbol: str = ""
    """The letter of its suit: "R"."""
    badge: str = ""
    """The small print on it: "7 heads". A surface without room may leave it out."""

    @property
    def name(self) -> str:
        """Its notation."""
        return self.symbol + self.face


@dataclass(slots=True, unsafe_hash=True)
class Zone:
    """A place of the table and the cards in it: a hand, a row, a stack. It may be empty."""

    name: str
    """An id, unique in the scene, the same through a game: "hand 2", "row 1", "deck"."""
    title: str
    cards: tuple[Card, ...] = ()
    """Those that are seen."""
    layout: Layout = "row"
    seat: int | None = None
    """The seat that owns it; None: everybody's."""
    note: str = ""
    """A few words beside it: "5 heads"."""
    marked: bool = False
    """The decision is about this zone."""
    by: tuple[int | None, ...] = ()
    """The seat that laid each card, until the next trick; None for one that lay there before. Empty
    if none was laid."""
    hidden: int = 0
    """How many more lie face down, after or on those that are seen. Backs are all alike."""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards) + self.hidden


@dataclass(slots=True, unsafe_hash=True)
class Counter:
    """A number on the table: points, heads, sixes."""

    name: str
    """An id, unique in the scene, the same through a game: "heads 2"."""
    title: str
    value: int
    unit: str
    """The unit of the count, in the plural: "heads"."""
    seat: int | None = None


@dataclass(slots=True, unsafe_hash=True)
class Touch:
    """A target of a move: a card of a zone by its index from 0 on, or the zone itself (None)."""

    zone: str
    card: int | None = None


@dataclass(slots=True, unsafe_hash=True)
class LegalMove:
    """A legal action of the seat: its notation, and the clicks that make it, in this order.

    It touches the first of equal cards; any other equal one would do. A move that touches nothing,
    such as "pass", needs a button of its own.
    """

    text: str
    touches: tuple[Touch, ...] = ()


@dataclass(slots=True, unsafe_hash=True)
class Decision:
    """A decision: its question, its seats and its moves."""

    seats: tuple[int, ...]
    """The seats that owe a move, ascending. In the scene of a seat that decides at the same time
    as others, all these others: who of them has already decided is not told."""
    question: str
    """One sentence to anyone who is asked: "Lay a card face down."."""
    moves: tuple[LegalMove, ...] = ()
    """`State.legal` in its order, if the scene is that of a seat to act. Otherwise none."""


@dataclass(slots=True, unsafe_hash=True)
class Scene:
    """A table at one moment, for an onlooker (seat None), who sees everything, or for one seat."""

    title: str
    """The moment in a few words: "round 2, trick 7"."""
    seats: int
    seat: int | None = None
    zones: tuple[Zone, ...] = ()
    counters: tuple[Counter, ...] = ()
    decision: Decision | None = None
    """None: the game is over."""


def as_plain(part: object, *left_out: str) -> Any:
    """Return a scene, or a part of one, as plain data; a field that has its default is left out."""
    if isinstance(part, tuple):
        return [as_plain(one) for one in part]
    if not is_dataclass(part):
        return part
    told = ((one, getattr(part, one.name)) for one in fields(part) if one.name not in left_out)
    return {field.name: as_plain(value) for field, value in told if value != field.default}


def decide(
    state: Any,
    seat: int | None,
    ask: Callable[[Any], str],
    touch: Callable[[Any, Any, Any], tuple[Touch, ...]],
    owing: tuple[int, ...] = (),
) -> Decision | None:
    """Return the decision of a state as a seat is shown it; None if the game is over.

    `ask` words it, and `touch` says what a move of a seat uses. `owing` are the seats that are
    shown to owe a move; without it those that are to act.
    """
    if not state.to_act:
        return None
    moves = state.legal(seat) if seat in state.to_act else ()
    legal = tuple(LegalMove(str(move), touch(state, seat, move)) for move in moves)
    return Decision(owing or state.to_act, ask(state), legal)


def count_by_seat(title: str, values: Iterable[int], unit: str) -> Iterator[Counter]:
    """Return a counter for every seat."""
    for seat, value in enumerate(values):
        yield Counter(f"{title.lower()} {seat}", title, value, unit, seat)


def touch_cards(zone: str, pile: Sequence[int], cards: Iterable[int]) -> tuple[Touch, ...]:
    """Return the touches of these cards of a pile that lies in a zone in the same order."""
    places: list[int] = []
    for card in cards:
        places.append(next(i for i, c in enumerate(pile) if c == card and i not in places))
    return tuple(Touch(zone, place) for place in places)
