"""6 nimmt! as a scene: rows, hands, and what every seat has laid and taken."""

from collections.abc import Iterable, Iterator
from typing import Final

from arena.games.scene import (
    Card,
    CardColour,
    Counter,
    Decision,
    Scene,
    Touch,
    Zone,
    legal_moves,
    touch_cards,
)
from arena.games.six_nimmt.cards import HEADS, ROWS, Move
from arena.games.six_nimmt.rules import SixNimmtState

_COLOURS: Final[dict[int, CardColour]] = {1: "grey", 2: "blue", 3: "yellow", 5: "red", 7: "purple"}


def describe_table(state: SixNimmtState, seat: int | None = None) -> Scene:
    """Return the scene for a seat, or for an onlooker."""
    return Scene(
        title=_name_moment(state),
        seats=state.seats,
        seat=seat,
        zones=(*_shared_zones(state, seat), *_seat_zones(state, seat)),
        counters=tuple(
            Counter(f"heads {owner}", "Heads", heads, "heads", owner)
            for owner, heads in enumerate(state.heads)
        ),
        decision=_decide(state, seat) if state.to_act else None,
    )


def _name_moment(state: SixNimmtState) -> str:
    if not state.to_act:
        return f"the game is over after round {state.round + 1}"
    if state.decision == "draft":
        return f"round {state.round + 1}, draft"
    return f"round {state.round + 1}, trick {len(state.tricks) + (state.decision == 'card')}"


# --- zones ---


def _shared_zones(state: SixNimmtState, seat: int | None) -> Iterator[Zone]:
    about_rows = state.decision in ("row", "side") and bool(state.to_act)
    # During a draft there are no rows yet.
    for number, row in enumerate(state.rows or [[]] * ROWS, start=1):
        note = _count_heads(row)
        name, title, by = f"row {number}", f"Row {number}", _laid_by(state, row)
        yield Zone(name, title, _show(row), "row", None, note, about_rows, by)
    if state.options.variant == "logic":
        drafting = state.decision == "draft"
        yield Zone("pool", "Open cards", _show(state.rest), "grid", marked=drafting)
    else:
        rest = _show(sorted(state.rest)) if seat is None else ()
        hidden = len(state.rest) - len(rest)
        yield Zone("rest", "Not in this round", rest, "stack", hidden=hidden)


def _laid_by(state: SixNimmtState, row: list[int]) -> tuple[int | None, ...]:
    """Return of each card of a row who laid it in the last trick."""
    trick = state.tricks[-1] if state.tricks else ()
    by = tuple(trick.index(card) if card in trick else None for card in row)
    return by if by.count(None) < len(by) else ()


def _seat_zones(state: SixNimmtState, seat: int | None) -> Iterator[Zone]:
    deciding = state.unplaced[0] if state.unplaced else 0
    for owner, pile in enumerate(state.piles):
        hand, hidden, laid = _held(state, owner, seat)
        yield Zone(f"hand {owner}", "Hand", hand, "fan", owner, hidden=hidden)
        yield Zone(f"laid {owner}", "Laid", _show(laid), "row", owner, marked=deciding in laid)
        yield Zone(f"pile {owner}", "Taken", _show(pile), "stack", owner, _count_heads(pile))


def _held(
    state: SixNimmtState, owner: int, seat: int | None
) -> tuple[tuple[Card, ...], int, list[int]]:
    """Return the cards of a hand that the seat sees, how many it does not see, and the card that
    it sees laid, if there is one.

    That another seat has laid a card cannot be seen before all have: it looks like one in hand.
    """
    hand = [move.number for move in state.hands[owner]]
    chosen = [state.chosen[owner]] if state.chosen[owner] else []
    if seat is None or seat == owner:
        return _show(hand), 0, chosen or _unplaced(state, owner)
    if state.options.variant == "logic":
        return _show(sorted(hand + chosen)), 0, _unplaced(state, owner)
    return (), len(hand + chosen), _unplaced(state, owner)


def _unplaced(state: SixNimmtState, owner: int) -> list[int]:
    """Return the card of the revealed trick that a seat has laid, if it is still to be placed."""
    return [card for card in state.unplaced if card == state.tricks[-1][owner]]


# --- the decision ---


def _decide(state: SixNimmtState, seat: int | None) -> Decision:
    return Decision(_owing(state, seat), _ask(state), legal_moves(state, seat, _touch))


def _owing(state: SixNimmtState, seat: int | None) -> tuple[int, ...]:
    if seat is None or state.decision != "card":
        return state.to_act
    return tuple(s for s in range(state.seats) if s != seat or s in state.to_act)


def _ask(state: SixNimmtState) -> str:
    if state.decision == "card":
        return "Lay a card face down."
    if state.decision == "draft":
        return "Take one of the open cards."
    if state.decision == "row":
        return f"Take a row: {state.unplaced[0]} fits nowhere."
    return f"Put {state.unplaced[0]} at one of the nearest ends."


def _touch(state: SixNimmtState, seat: int, move: Move) -> tuple[Touch, ...]:
    kind, number = move
    if kind == "card":
        return touch_cards(f"hand {seat}", [m.number for m in state.hands[seat]], [number])
    if kind == "draft":
        return touch_cards("pool", state.rest, [number])
    if kind == "row":
        return (Touch(f"row {number}"),)
    return (Touch(f"row {number}", 0 if kind == "left" else len(state.rows[number - 1]) - 1),)


# --- cards ---


def _count_heads(cards: Iterable[int]) -> str:
    return _say_heads(sum(HEADS[card] for card in cards))


def _say_heads(heads: int) -> str:
    return f"{heads} head" if heads == 1 else f"{heads} heads"


def _draw_card(card: int) -> Card:
    return Card(str(card), _COLOURS.get(HEADS[card], ""), badge=_say_heads(HEADS[card]))


_CARDS: Final = tuple(map(_draw_card, range(105)))


def _show(cards: Iterable[int]) -> tuple[Card, ...]:
    return tuple(map(_CARDS.__getitem__, cards))
