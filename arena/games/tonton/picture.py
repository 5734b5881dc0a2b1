"""TonTon drawn as text, for `arena replay`."""

from collections.abc import Iterator

from arena.games.colours import name_cards
from arena.games.tonton.rules import TonTonState


def draw_table(state: TonTonState) -> str:
    """Draw the trick, and for every seat its total, the cards it has on top, and its hand."""
    return "\n".join(_draw(state))


def _draw(state: TonTonState) -> Iterator[str]:
    if not state.to_act:
        yield "the match is over"
    else:
        yield (
            f"game {state.game + 1}, mission {state.mission.name}, trick {len(state.tricks) + 1},"
            f" led by seat {state.leader}: {name_cards(state.trick) or '-'}"
        )
    for seat, hand in enumerate(state.hands):
        tops = [top for top in state.tops[seat] if top]
        yield (
            f"  seat {seat}  {state.totals[seat]:>3} points   {_draw_tops(state, tops):<24}"
            f" {state.sixes[seat]} sixes   hand {name_cards(move.card for move in hand)}"
        )


def _draw_tops(state: TonTonState, tops: list[int]) -> str:
    return f"{name_cards(tops)} = {state.mission.count(tops)}" if tops else "-"
