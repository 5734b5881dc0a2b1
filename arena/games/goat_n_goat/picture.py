"""Goat 'n' Goat drawn as text, for `arena replay`."""

from collections.abc import Iterable, Iterator

from arena.games.colours import name_card
from arena.games.drawing import draw_seats, show
from arena.games.goat_n_goat.rules import GoatNGoatState


def draw_table(state: GoatNGoatState) -> str:
    """Draw the mountains, the open row, and what every seat has."""
    return "\n".join(_draw(state))


def _draw(state: GoatNGoatState) -> Iterator[str]:
    yield _draw_moment(state)
    yield f"  mountains  {_list(state.mountains)}"
    yield f"  open       {_list(state.open)}   deck {len(state.deck)}"
    cells = (_describe(state, seat) for seat in range(state.seats))
    yield from draw_seats(state.scores(), cells)


def _describe(state: GoatNGoatState, seat: int) -> list[str]:
    herds = ", ".join(map(_list, filter(None, state.herds[seat]))) or "-"
    return [
        f"{len(state.penalties[seat]):>2} penalties",
        f"mountains {_list(state.claimed[seat])}",
        f"herds {herds}",
        f"hand {_list(state.hands[seat])}",
    ]


def _draw_moment(state: GoatNGoatState) -> str:
    if not state.to_act:
        return "the game is over"
    last = "" if state.last_turns is None else ", the last round"
    return f"seat {state.to_act[0]} is to {state.decision}{last}"


def _list(cards: Iterable[int]) -> str:
    return show(cards, name_card)
