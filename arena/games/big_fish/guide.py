"""The rule of the moment in Big Fish: what each lay makes of its row, and what a row brings."""

from collections.abc import Sequence
from typing import Final

from arena.games.big_fish.cards import POINTS, ROW, ROW_NAMES, A, Move, name_fish_or_licence
from arena.games.big_fish.catch import count_points, keep_highest, the_others
from arena.games.big_fish.narrator import CONDITIONS
from arena.games.big_fish.rules import BigFishState
from arena.games.guide import Guide

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
