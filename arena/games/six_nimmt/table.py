"""6 nimmt! at the table: its scene, and in words what happens and what may be done."""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from arena.games.events import Event
from arena.games.scene import (
    Card,
    CardColour,
    Scene,
    Touch,
    Zone,
    count_by_seat,
    decide,
    touch_cards,
)
from arena.games.six_nimmt.cards import HAND, HEADS, ROW_CAPACITY, ROWS, Move
from arena.games.six_nimmt.options import Options
from arena.games.six_nimmt.rules import SixNimmtState
from arena.games.words import Guide, count, name_again, name_seat

_COLOURS: Final[dict[int, CardColour]] = {1: "grey", 2: "blue", 3: "yellow", 5: "red", 7: "purple"}


def describe_table(state: SixNimmtState, seat: int | None = None) -> Scene:
    """Return the scene for a seat, or for an onlooker."""
    zones = (*_shared_zones(state, seat), *_seat_zones(state, seat))
    counters = tuple(count_by_seat("Heads", state.heads, "heads"))
    decision = decide(state, seat, _ask, _touch, _owing(state, seat))
    return Scene(_name_moment(state), state.seats, seat, zones, counters, decision)


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
        yield _show_laid(owner, laid, marked=0 < laid == deciding)
        yield _show_taken(owner, tuple(pile))


# Everybody sees these alike, so one stands in all scenes of a moment.
@lru_cache
def _show_laid(owner: int, card: int, *, marked: bool) -> Zone:
    cards = _show([card]) if card else ()
    return Zone(f"laid {owner}", "Laid", cards, "row", owner, marked=marked)


@lru_cache
def _show_taken(owner: int, pile: tuple[int, ...]) -> Zone:
    return Zone(f"pile {owner}", "Taken", _show(pile), "stack", owner, _count_heads(pile))


def _held(state: SixNimmtState, owner: int, seat: int | None) -> tuple[tuple[Card, ...], int, int]:
    """Return the cards of a hand that the seat sees, how many it does not see, and the card that
    it sees laid, or 0.

    That another seat has laid a card cannot be seen before all have: it looks like one in hand.
    """
    hand = [move.number for move in state.hands[owner]]
    chosen, revealed = state.chosen[owner], state.tricks[-1][owner] if state.unplaced else 0
    laid = revealed if revealed in state.unplaced else 0
    if seat is None or seat == owner:
        return _show(hand), 0, chosen or laid
    if chosen:
        hand.append(chosen)
    if state.options.variant == "logic":
        return _show(sorted(hand)), 0, laid
    return (), len(hand), laid


# --- the decision ---


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
    return f"Place {state.unplaced[0]} on one of the nearest ends."


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
    return count(sum(HEADS[card] for card in cards), "head")


def _draw_card(card: int) -> Card:
    return Card(str(card), _COLOURS.get(HEADS[card], ""), badge=_count_heads([card]))


_CARDS: Final = tuple(map(_draw_card, range(105)))


def _show(cards: Iterable[int]) -> tuple[Card, ...]:
    return tuple(map(_CARDS.__getitem__, cards))


# --- words ---


def narrate(events: Sequence[Event], seat: int | None) -> Iterator[str]:
    """Word events. A card that is laid and placed among them is told once."""
    # The cards that are laid and not placed yet: where the owner of one has to decide, for long.
    waiting: dict[int, str] = {}
    taken: Event | None = None
    started: list[str] = []
    for event in events:
        who = name_seat(event.seat, seat)
        match event.kind:
            case "laid":
                waiting[event.cards[0]] = who
            case "took_row" | "took_full_row":
                taken = event
            case "placed" | "placed_left":
                (card,) = event.cards
                yield _tell_placed(event, taken, seat, is_laid=card in waiting)
                waiting.pop(card, None)
                taken = None
            case "drafted":
                yield f"{who} drafted {event.cards[0]}."
            case "round_over":
                yield "The round is over."
            case "dealt" if event.seat == seat:
                yield f"You were dealt {' '.join(map(str, event.cards))}."
            case "laid_out":
                yield "All cards lie open, to be drafted."
            case "opened":
                started.append(str(event.cards[0]))
    if started:
        yield f"The rows begin with {', '.join(started)}."
    for card, who in waiting.items():
        yield f"{who} laid {card}."


def _tell_placed(placed: Event, taken: Event | None, seat: int | None, *, is_laid: bool) -> str:
    """Tell where a card went, and the row that its owner took for it if there was one."""
    who, (card,) = name_seat(placed.seat, seat), placed.cards
    done = "laid" if is_laid else "placed"
    if taken is None:
        end = f"the left end of {placed.target}" if placed.kind == "placed_left" else placed.target
        return f"{who} {done} {card}{'; it went to' if is_laid else ' on'} {end}."
    row, heads = taken.source, count(-taken.points, "head")
    if taken.kind == "took_full_row":
        return f"{who} {done} {card}, the sixth card of {row}, and took it: {heads}."
    if not is_laid:
        return f"{who} took {row} for {card}: {heads}."
    again = name_again(placed.seat, seat)
    return f"{who} laid {card}; it fitted nowhere, so {again} took {row}: {heads}."


def tell_rules(seats: int, options: Options) -> Iterable[str]:
    """Tell the rules in short."""
    yield "Heads are bad: the fewest win, and the score is minus the heads."
    yield "55 has 7 heads, other multiples of 11 have 5, and other multiples of 10 have 3."
    yield "Other numbers that end in 5 have 2 heads, all others 1."
    highest = 104 if options.variant in {"base", "professional"} else HAND * seats + ROWS
    yield f"The cards are 1 to {highest}; in a round everybody has ten, and four begin the rows."
    if options.variant == "logic":
        yield "First the cards lie open, and one seat after the other drafts one: draft 55."
    yield "All lay a card at once, such as 55; then these are placed from the lowest on."
    yield "A card goes behind the greatest last card of a row that is below it."
    if options.variant == "professional":
        yield "It may also go before the first card of a row, if that is greater and nearer."
        yield "If two ends are equally near, its owner chooses: right 3, left 1."
        yield "As the sixth card of a row it takes the five there, and begins the row again."
        yield "If it fits at no end, its owner takes a row, such as row 2, which it begins again."
    else:
        yield "As the sixth card of a row it takes the five there, and begins the row again."
        yield "If it is below all rows, its owner takes one, such as row 2, which it begins again."
    if options.limit is not None:
        yield f"The game ends after a round in which somebody has {options.limit} heads or more."
    if options.rounds is not None:
        yield f"It ends after round {options.rounds} at the latest."


# --- the rule of the moment ---


_RULES: Final = {
    "base": "A card goes behind the greatest last card below it; lower cards of others go first.",
    "professional": "A card goes to the nearest end of a row; lower cards of others go first.",
}
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


def guide(state: SixNimmtState, seat: int) -> Guide:
    """Return the rule of the moment for a seat that is to act."""
    moves = state.legal(seat)
    if state.decision == "card":
        rule = _RULES.get(state.options.variant, _RULES["base"])
        return Guide(rule, tuple(_say_card(state, move.number) for move in moves))
    if state.decision == "draft":
        return Guide("The last four cards begin the rows.", ("",) * len(moves))
    card = state.unplaced[0]
    if state.decision == "row":
        rule = f"The heads of the row that you take are yours, and {card} begins it again."
        return Guide(
            rule, tuple(f"costs {_count_heads(state.rows[move.number - 1])}" for move in moves)
        )
    rule = f"Two ends are equally near to {card}."
    return Guide(rule, tuple(_say_place(state, move) for move in moves))


def _say_card(state: SixNimmtState, card: int) -> str:
    if state.options.variant == "professional":
        ends = state.nearest_ends(card)
        if not ends:
            return _say_no_row(state, "fits at no end")
        return _say_place(state, ends[0][1]) if len(ends) == 1 else "two ends are equally near"
    nearest = bisect(state.ends, card) - 1
    if nearest < 0:
        return _say_no_row(state, "below all rows")
    return _say_place(state, Move("right", state.row_of_end[nearest] + 1))


def _say_no_row(state: SixNimmtState, why: str) -> str:
    return f"{why}: you take one, of {count(min(state.row_heads), 'head')} or more"


def _say_place(state: SixNimmtState, place: Move) -> str:
    index = place.number - 1
    there = len(state.rows[index])
    if there == ROW_CAPACITY:
        return f"sixth card of row {place.number}: you take it, {_count_heads(state.rows[index])}"
    where = "before" if place.kind == "left" else "on"
    return f"fits {where} row {place.number}; {_ORDINALS[there]} card, safe so far"
