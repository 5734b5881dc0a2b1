"""6 nimmt! drawn as text, for `arena replay`."""

from collections.abc import Iterator

from arena.games.drawing import show
from arena.games.six_nimmt.cards import HEADS
from arena.games.six_nimmt.rules import SixNimmtState


def draw_table(state: SixNimmtState) -> str:
    """Draw the rows, the cards still to be placed, and what every seat holds and has taken."""
    return "\n".join(_draw(state))


def _draw(state: SixNimmtState) -> Iterator[str]:
    yield _draw_moment(state)
    for number, row in enumerate(state.rows, start=1):
        heads = sum(HEADS[card] for card in row)
        yield f"  row {number}  {show(row):<20} {heads:>2} heads"
    if state.decision == "draft":
        yield f"  pool   {show(state.rest)}"
    if state.unplaced:
        yield f"  to be placed  {show(state.unplaced)}"
    for seat, hand in enumerate(state.hands):
        yield f"  seat {seat}  {state.heads[seat]:>3} heads   hand {show(hand)}"


def _draw_moment(state: SixNimmtState) -> str:
    if not state.to_act:
        return f"the game is over after round {state.round + 1}"
    if state.decision == "draft":
        return f"round {state.round + 1}, draft"
    return f"round {state.round + 1}, trick {len(state.tricks) + (state.decision == 'card')}"
