"""Big Fish drawn as text, for `arena replay`."""

from collections.abc import Iterable, Iterator

from arena.games.big_fish.cards import ROW_NAMES, name_fish_or_licence
from arena.games.big_fish.catch import count_points
from arena.games.big_fish.rules import BigFishState
from arena.games.drawing import draw_seats, show


def draw_table(state: BigFishState) -> str:
    """Draw the rows, the licences, and what every seat holds and has caught."""
    return "\n".join(_draw(state))


def _draw(state: BigFishState) -> Iterator[str]:
    if state.to_act:
        yield f"seat {state.to_act[0]} is to {_TASKS[state.decision]}"
    else:
        yield "the game is over"
    for name, row in zip(ROW_NAMES, state.rows, strict=True):
        yield f"  row {name:<3}  {_list(row)}"
    licences = f"   licences {_list(state.display)}" if state.options.licences else ""
    yield f"  reserve {len(state.reserve)}{licences}"
    cells = (_describe(state, seat) for seat in range(state.seats))
    yield from draw_seats(state.scores(), cells)


def _describe(state: BigFishState, seat: int) -> list[str]:
    plus, minus = count_points(state.plus[seat]), count_points(state.minus[seat])
    return [
        f"+{plus} -{minus}",
        "fiasco" if state.fiasco == seat else "",
        _list(state.owned[seat]) if state.owned[seat] else "",
        f"hand {_list(state.hands[seat])}",
        f"stack {len(state.stack(seat))}",
    ]


_TASKS = {"lay": "lay", "keep": "keep fish", "licence": "choose a licence"}


def _list(cards: Iterable[int]) -> str:
    return show(cards, name_fish_or_licence)
