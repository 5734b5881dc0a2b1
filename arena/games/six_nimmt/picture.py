"""6 nimmt! drawn as text, for `arena replay`."""

from collections.abc import Iterable

from arena.games.six_nimmt.rules import HEADS, SixNimmtState


def draw_table(state: SixNimmtState) -> str:
    """Draw rows with their heads, hands, and what every seat has so far."""
    lines = [f"round {state.round + 1}, trick {len(state.tricks) + (state.decision == 'card')}"]
    for number, row in enumerate(state.rows, start=1):
        heads = sum(HEADS[card] for card in row)
        lines.append(f"  row {number}  {_list(row):<20} {heads:>2} heads")
    if state.decision == "draft":
        lines.append(f"  pool   {_list(state.rest)}")
    for seat, hand in enumerate(state.hands):
        lines.append(f"  seat {seat}  {state.heads[seat]:>3} heads   hand {_list(hand)}")
    return "\n".join(lines)


def _list(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards)) or "-"
