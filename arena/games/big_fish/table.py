"""Big Fish at the table: its scene, and in words what happens and what may be done."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from arena.games.big_fish.cards import (
    LICENCES,
    POINTS,
    ROW,
    ROW_NAMES,
    A,
    D,
    E,
    F,
    G,
    H,
    I,
    Move,
    count_points,
    keep_highest,
    name_fish_or_licence,
    the_others,
)
from arena.games.big_fish.options import Options
from arena.games.big_fish.rules import FIASCO, NONE, BigFishState
from arena.games.colours import name_cards, show_card
from arena.games.events import Event
from arena.games.scene import Card, Counter, Scene, Touch, Zone, count_by_seat, decide, touch_cards
from arena.games.words import Guide, count, name_seat

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
    zones = (*_shared_zones(state, seat), *_seat_zones(state, seat))
    counters = tuple(_counters(state))
    decision = decide(state, seat, _ask, _touch)
    return Scene(_name_moment(state), state.seats, seat, zones, counters, decision)


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
    yield from count_by_seat("Score", state.scores(), "points")
    # The card lies in the middle until somebody has it.
    holder = None if state.fiasco == NONE else state.fiasco
    yield Counter("fiasco", "Fiasco", -FIASCO, "points", holder)


# --- the decision ---


def _ask(state: BigFishState) -> str:
    question = _QUESTIONS[state.decision]
    return f"The last lay was refused. {question}" if state.refused else question


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


# --- words ---


CONDITIONS: Final = {
    A: "a 1 that counts plus",
    D: "with four consecutive values",
    E: "with more minus than plus",
    F: "whose minus equals its plus",
    G: "of nothing but 1, 2, 3",
    H: "of one colour",
    I: "of two colours",
}
"""The row that wins each licence for one row."""


def narrate(events: Sequence[Event], seat: int | None) -> Iterator[str]:
    """Word events. A catch is one sentence."""
    for is_catch, group in groupby(events, key=lambda event: event.kind.startswith("caught")):
        if is_catch:
            yield _tell_catch([*group], seat)
        else:
            for event in group:
                yield from _tell(event, seat)


def _tell_catch(caught: Sequence[Event], seat: int | None) -> str:
    sides = [f"{name_cards(part.cards)} {part.kind.removeprefix('caught_')}" for part in caught]
    points = count(sum(part.points for part in caught), "point")
    return f"{name_seat(caught[0].seat, seat)} caught {', '.join(sides)}: {points}."


def _tell(event: Event, seat: int | None) -> Iterator[str]:
    who = name_seat(event.seat, seat)
    match event.kind:
        case "laid":
            yield f"{who} laid {name_cards(event.cards)} on {event.target}."
        case "took_licence" | "bonus":
            how = "took" if event.kind == "took_licence" else "won"
            licence = name_fish_or_licence(event.cards[0])
            yield f"{who} {how} licence {licence}: {count(event.points, 'point')}."
        case "lost_licence":
            yield f"{who} lost licence {name_fish_or_licence(event.cards[0])}."
        case "drew" if event.seat == seat:
            yield f"You drew {name_cards(event.cards)}."
        case "opened":
            yield f"{name_cards(event.cards)} began {event.target}."
        case "got_fiasco":
            yield f"{who} made a lay that is against the rules and got the fiasco card."
        case "lost_fiasco":
            yield f"{who} got rid of the fiasco card."


def tell_rules(seats: int, options: Options) -> Iterable[str]:
    """Tell the rules in short."""
    yield "The highest score wins: plus less minus fish, less 5 for the fiasco card."
    copies = ", ".join(map(str, options.copies))
    yield f"Each colour R, Y, G, B, P has {copies} fish of 1 to 6."
    yield f"Each of the {seats} seats has 12 fish, four of them in hand, the others face down."
    yield "A turn lays one to four fish, one after another, at the right end of one row."
    yield "Each has the colour in which that row ends then, or one in which no row ends."
    yield "The fifth fish of a row ends the laying, and its owner takes the row."
    if options.keep == "highest":
        yield "The highest fish of each colour in a row counts plus, every other one minus."
    else:
        yield "Its owner chooses a fish of each colour to count plus, the others minus: keep R1 G3."
    yield "Two fish of a row of a single colour count plus."
    yield "Then hands are filled to four, and a taken row begins again from the reserve."
    yield "A lay against the rules brings the fiasco card; a second one at once forfeits."
    yield "When nobody has fish, the game is over. A lay is written I Y6 G1."
    if options.licences:
        yield from _tell_licences(options)


def _tell_licences(options: Options) -> Iterator[str]:
    yield "A taken row may win one licence that is still there; of several choose one: licence D."
    also = "" if options.a_counts_as_one else ", besides another one"
    yield f"A, 10 points: {CONDITIONS[A]}; it is taken even from another seat{also}."
    yield "B and C, 10 points at the end: the fewest plus fish; the most ones among them."
    yield f"D and E, 10 points: a row {CONDITIONS[D]}; {CONDITIONS[E]}."
    yield f"F, G, 7 points: a row {CONDITIONS[F]}; {CONDITIONS[G]}."
    yield f"H, I, 7 points: a row {CONDITIONS[H]}; {CONDITIONS[I]}."


# --- the rule of the moment ---


_RULES: Final = {
    "lay": (
        "Each fish has the colour that ends its row, or one that ends no row; the fifth takes it."
    ),
    "keep": "The fish that you name count plus, and the others minus.",
    "licence": "Your row meets several licences, and one of them is yours.",
}


def guide(state: BigFishState, seat: int) -> Guide:
    """Return the rule of the moment for a seat that is to act."""
    return Guide(_RULES[state.decision], tuple(_say(state, move) for move in state.legal(seat)))


def _say(state: BigFishState, move: Move) -> str:
    if move.action == "licence":
        (licence,) = move.cards
        what = "" if licence == A else "a row "
        return f"{POINTS[licence]} points: {what}{CONDITIONS[licence]}"
    if move.action == "keep":
        return _say_catch(state.rows[state.completed], move.cards)
    row = [*state.rows[ROW_NAMES.index(move.action)], *move.cards]
    if len(row) < ROW:
        return f"row {move.action} then has {len(row)} of {ROW} fish"
    if state.options.keep == "choice":
        return f"you take row {move.action}"
    catch = _say_catch(row, keep_highest(row))
    return f"you take row {move.action}: {catch}{_say_licences(state, move)}"


def _say_licences(state: BigFishState, move: Move) -> str:
    """Say which licences the row of a lay wins; of several one is to be chosen."""
    if not state.options.licences:
        return ""
    (seat,), after = state.to_act, state.copy()
    after.play(seat, move)
    won = [licence for licence in after.owned[seat] if licence not in state.owned[seat]]
    won += after.available if after.decision == "licence" else ()
    return f"; licence {' or '.join(map(name_fish_or_licence, won))}" if won else ""


def _say_catch(row: Sequence[int], kept: Sequence[int]) -> str:
    minus = the_others(row, tuple(kept))
    return f"{count_points(kept)} plus, {count_points(minus)} minus"
