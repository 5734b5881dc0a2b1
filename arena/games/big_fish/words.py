"""Big Fish in words: what happens, the rules in short, and the rule of the moment."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from arena.games.big_fish.cards import (
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
    name_fish_or_licence,
)
from arena.games.big_fish.catch import count_points, keep_highest, the_others
from arena.games.big_fish.options import Options
from arena.games.big_fish.rules import BigFishState
from arena.games.colours import name_cards
from arena.games.events import Event
from arena.games.words import Guide, count, name_seat

CONDITIONS: Final = {
    A: "a 1 that counts plus",
    D: "with four consecutive values",
    E: "with more minus than plus",
    F: "whose minus equals its plus",
    G: "of nothing but 1, 2, 3",
    H: "of one colour",
    I: "of two colours",
}
"""What a row has to be for the licences that are won by one."""


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
        yield "Of a row the highest fish of each colour counts plus, every other one minus."
    else:
        yield "Its owner chooses a fish of each colour to count plus, the others minus: keep R1 G3."
    yield "Of a row of a single colour two fish count plus."
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
