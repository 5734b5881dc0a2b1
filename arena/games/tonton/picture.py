"""TonTon drawn as text, for `arena replay`."""

from collections.abc import Iterator

from arena.games.colours import name_cards
from arena.games.columns import align
from arena.games.tonton.missions import Mission
from arena.games.tonton.rules import TonTonState


def draw_table(state: TonTonState) -> str:
    """Draw the trick, and for every seat its total, the cards it has on top, and its hand."""
    return "\n".join(_draw(state))


def _draw(state: TonTonState) -> Iterator[str]:
    if state.to_act:
        yield f"game {state.game + 1}, {_describe(state.mission)}"
        yield (
            f"  trick {len(state.tricks) + 1}, led by seat {state.leader}:"
            f" {name_cards(state.trick) or '-'}"
        )
    else:
        yield "the match is over"
    yield from align([_draw_seat(state, seat) for seat in range(state.seats)])


def _describe(mission: Mission) -> str:
    bust = f"{mission.bust_at} or {'less' if mission.low_wins else 'more'} is bust"
    what = f"the {'lowest' if mission.low_wins else 'highest'} sum" if mission.ranked else "the sum"
    minus = ", green and blue minus" if mission.minus else ""
    return f"mission {mission.name}: {what}{minus}; {bust}"


def _draw_seat(state: TonTonState, seat: int) -> list[str]:
    tops = [top for top in state.tops[seat] if top]
    return [
        f"seat {seat}",
        f"{state.totals[seat]:>3} points",
        f"{state.sixes[seat]} sixes",
        f"on top {name_cards(tops)} = {state.mission.count(tops)}" if tops else "on top -",
        f"hand {name_cards(move.card for move in state.hands[seat])}",
    ]
