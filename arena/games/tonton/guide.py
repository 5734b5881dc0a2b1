"""The rule of the moment in TonTon: what has to be followed, and what each card would win."""

from collections.abc import Sequence

from arena.games.colours import COLOURS
from arena.games.guide import Guide
from arena.games.tonton.cards import Move
from arena.games.tonton.rules import TonTonState


def guide(state: TonTonState, seat: int) -> Guide:
    """Return the rule of the moment for a seat that is to act."""
    moves = state.legal(seat)
    rule = f"{_say_duty(state, seat)}; {_say_mission(state, seat)}."
    return Guide(rule, tuple(_say_card(state, seat, move.card) for move in moves))


def _say_duty(state: TonTonState, seat: int) -> str:
    if not state.led:
        return "Lead any card"
    colour = COLOURS[state.led]
    follows = any(move.card // 10 == state.led for move in state.hands[seat])
    return f"Follow {colour}" if follows else f"You have no {colour}, so play any card"


def _say_mission(state: TonTonState, seat: int) -> str:
    mission = state.mission
    side = "less" if mission.low_wins else "more"
    total = mission.count(_tops(state.tops[seat]))
    return f"your sum is {total}, and {mission.bust_at} or {side} is bust"


def _say_card(state: TonTonState, seat: int, card: int) -> str:
    highest = max((other % 10 for other in state.trick), default=0)
    leads = "; the last 4 leads next" if card % 10 == 4 else ""
    if card % 10 < highest:
        return f"does not win{leads}"
    if len(state.trick) + 1 < state.seats:
        return f"wins unless a later card is {card % 10} or more{leads}"
    return f"wins the trick: {_say_after(state, seat, card)}{leads}"


def _say_after(state: TonTonState, seat: int, card: int) -> str:
    """Say what the last card of a trick makes of the sum of its winner, or of the game."""
    after = state.copy()
    after.play(seat, Move(card))
    if len(after.results) > len(state.results):
        return f"your total changes by {after.results[-1][seat]}"
    total = state.mission.count(_tops(after.tops[seat]))
    return f"your sum is then {total}{', which is bust' if state.mission.is_bust(total) else ''}"


def _tops(by_colour: Sequence[int]) -> list[int]:
    return [card for card in by_colour if card]
