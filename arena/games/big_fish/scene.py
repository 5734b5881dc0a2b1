"""Big Fish as a scene: rows, licences, and what every seat holds and has caught."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arena.games.big_fish.cards import LICENCES, POINTS, ROW_NAMES, Move
from arena.games.big_fish.catch import count_points
from arena.games.big_fish.rules import FIASCO, NONE, BigFishState
from arena.games.colours import show_card
from arena.games.scene import (
    Card,
    Counter,
    Decision,
    Scene,
    Touch,
    Zone,
    legal_moves,
    touch_cards,
)

_QUESTIONS: Final[dict[str, str]] = {
    "lay": "Lay one to four fish on one row.",
    "keep": "Say which fish of the row count plus.",
    "licence": "Take one of the licences.",
}
_LICENCES: Final = {
    number: Card(LICENCES[number - 1], badge=f"{points} points")
    for number, points in POINTS.items()
}


def describe_table(state: BigFishState, seat: int | None = None) -> Scene:
    """Return the scene for a seat, or for an onlooker."""
    return Scene(
        title=_name_moment(state),
        seats=state.seats,
        seat=seat,
        zones=(*_shared_zones(state, seat), *_seat_zones(state, seat)),
        counters=tuple(_counters(state)),
        decision=_decide(state, seat) if state.to_act else None,
    )


def _name_moment(state: BigFishState) -> str:
    if not state.to_act:
        return "the game is over"
    return f"turn {len(state.lays) + (state.decision == 'lay')}"


# --- zones ---


def _shared_zones(state: BigFishState, seat: int | None) -> Iterator[Zone]:
    for index, (name, row) in enumerate(zip(ROW_NAMES, state.rows, strict=True)):
        marked = index == state.completed
        by = _laid_by(state, index)
        yield Zone(f"row {name}", f"Row {name}", _show(row), "row", marked=marked, by=by)
    yield _show_stack("reserve", "Reserve", state.reserve, seen=seat is None)
    if state.options.licences:
        marked = state.decision == "licence" and bool(state.to_act)
        yield Zone("licences", "Licences", _show(state.display), "grid", marked=marked)
    yield _show_stack("rest", "Not in this game", sorted(state.rest), seen=seat is None)


def _laid_by(state: BigFishState, index: int) -> tuple[int | None, ...]:
    """Return of each fish of a row who laid it in the last round of turns."""
    by: list[int | None] = []
    for seat, at, fish in state.lays[-state.seats :]:
        by += [seat] * len(fish) if at == index else []
    length = len(state.rows[index])
    return (*(None,) * (length - len(by)), *by) if 0 < len(by) < length else ()


def _seat_zones(state: BigFishState, seat: int | None) -> Iterator[Zone]:
    for owner in range(state.seats):
        hand, stack = state.hands[owner], state.stack(owner)[::-1]
        shown = _show(hand if seat in (None, owner) else ())
        hidden = len(hand) - len(shown)
        yield Zone(f"hand {owner}", "Hand", shown, "fan", owner, hidden=hidden)
        yield _show_stack(f"stack {owner}", "Stack", stack, owner, seen=seat is None)
        yield _show_caught("plus", state.plus[owner], owner)
        yield _show_caught("minus", state.minus[owner], owner)
        if state.options.licences:
            licences = _show(state.owned[owner])
            yield Zone(f"licences {owner}", "Licences", licences, "grid", owner)


def _show_stack(
    name: str, title: str, fish: Sequence[int], owner: int | None = None, *, seen: bool
) -> Zone:
    shown = _show(fish if seen else ())
    return Zone(name, title, shown, "stack", owner, hidden=len(fish) - len(shown))


def _show_caught(pile: str, fish: list[int], owner: int) -> Zone:
    note = f"{count_points(fish)} points"
    return Zone(f"{pile} {owner}", pile.capitalize(), _show(fish), "grid", owner, note)


def _counters(state: BigFishState) -> Iterator[Counter]:
    for owner, score in enumerate(state.scores()):
        yield Counter(f"score {owner}", "Score", score, "points", owner)
    # The card lies in the middle until somebody has it.
    holder = None if state.fiasco == NONE else state.fiasco
    yield Counter("fiasco", "Fiasco", -FIASCO, "points", holder)


# --- the decision ---


def _decide(state: BigFishState, seat: int | None) -> Decision:
    question = _QUESTIONS[state.decision]
    if state.refused:
        question = f"The last lay was refused. {question}"
    return Decision(state.to_act, question, legal_moves(state, seat, _touch))


def _touch(state: BigFishState, seat: int, move: Move) -> tuple[Touch, ...]:
    action, cards = move
    if action == "keep":
        return touch_cards(f"row {ROW_NAMES[state.completed]}", state.rows[state.completed], cards)
    if action == "licence":
        return _touch_licence(state, cards[0])
    return Touch(f"row {action}"), *touch_cards(f"hand {seat}", state.hands[seat], cards)


def _touch_licence(state: BigFishState, licence: int) -> tuple[Touch, ...]:
    """Return where a licence lies: licence A may be another seat's."""
    if licence in state.display:
        return touch_cards("licences", state.display, [licence])
    owner = next(other for other, owned in enumerate(state.owned) if licence in owned)
    return touch_cards(f"licences {owner}", state.owned[owner], [licence])


# --- cards ---


def _show(cards: Iterable[int]) -> tuple[Card, ...]:
    return tuple(_LICENCES.get(card) or show_card(card) for card in cards)
