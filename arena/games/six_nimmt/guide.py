"""The rule of the moment in 6 nimmt!: where each card would go as the rows lie now."""

from bisect import bisect
from typing import Final

from arena.games.guide import Guide
from arena.games.narration import count
from arena.games.six_nimmt.cards import ROW_CAPACITY, Move
from arena.games.six_nimmt.rules import SixNimmtState

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
        return Guide(rule, tuple(_say_cost(state, move.number - 1) for move in moves))
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
        return f"sixth card of row {place.number}: you take it, {_count(state, index)}"
    where = "before" if place.kind == "left" else "on"
    return f"fits {where} row {place.number}; {_ORDINALS[there]} card, safe so far"


def _say_cost(state: SixNimmtState, index: int) -> str:
    return f"costs {_count(state, index)}"


def _count(state: SixNimmtState, index: int) -> str:
    return count(state.row_heads[index], "head")
