"""TonTon drawn as text, for `arena replay`."""

from collections.abc import Iterator

from arena.games.colours import name_card, name_cards
from arena.games.drawing import draw_seats, show
from arena.games.tonton.missions import Mission
from arena.games.tonton.rules import TonTonState


def draw_table(state: TonTonState) -> str:
    """Draw the trick, and for every seat its total, the cards it has on top, and its hand."""
    return "\n".join(_draw(state))


def _draw(state: TonTonState) -> Iterator[str]:
    if state.to_act:
        yield f"game {state.game + 1}, {_explain(state.mission)}"
        trick = show(state.trick, name_card)
        yield f"  trick {len(state.tricks) + 1}, led by seat {state.leader}: {trick}"
    else:
        yield "the match is over"
    cells = (_describe(state, seat) for seat in range(state.seats))
    yield from draw_seats(state.scores(), cells)


def _explain(mission: Mission) -> str:
    bust = f"{mission.bust_at} or {'less' if mission.low_wins else 'more'} is bust"
    what = f"the {'lowest' if mission.low_wins else 'highest'} sum" if mission.ranked else "the sum"
    minus = ", green and blue minus" if mission.minus else ""
    return f"mission {mission.name}: {what}{minus}; {bust}"


def _describe(state: TonTonState, seat: int) -> list[str]:
    tops = [top for top in state.tops[seat] if top]
    return [
        f"{state.sixes[seat]} sixes",
        f"on top {name_cards(tops)} = {state.mission.count(tops)}" if tops else "on top -",
        f"hand {name_cards(move.card for move in state.hands[seat])}",
    ]
