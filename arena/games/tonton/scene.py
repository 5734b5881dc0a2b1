"""TonTon as a scene: the mission, the trick, and what every seat holds and has on top."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from arena.games.colours import show_cards
from arena.games.scene import (
    Card,
    Counter,
    Decision,
    Scene,
    Touch,
    Zone,
    legal_moves,
    touch_cards,
)
from arena.games.tonton.cards import Move
from arena.games.tonton.missions import MISSIONS, Mission
from arena.games.tonton.rules import TonTonState


def describe_table(state: TonTonState, seat: int | None = None) -> Scene:
    """Return the scene for a seat, or for an onlooker."""
    return Scene(
        title=_name_moment(state),
        seats=state.seats,
        seat=seat,
        zones=(*_shared_zones(state, seat), *_seat_zones(state, seat)),
        counters=tuple(_counters(state)),
        decision=_decide(state, seat) if state.to_act else None,
    )


def _name_moment(state: TonTonState) -> str:
    if not state.to_act:
        return "the match is over"
    return f"game {state.game + 1}, trick {len(state.tricks) + 1}"


# --- zones ---


def _shared_zones(state: TonTonState, seat: int | None) -> Iterator[Zone]:
    past, present, to_come = _split(state.missions, state.game)
    yield Zone("mission", "Mission", _show_missions(present), "row", note=_explain(state.mission))
    yield Zone("past missions", "Past missions", _show_missions(past), "pile")
    shown = _show_missions(to_come if seat is None else ())
    hidden = len(to_come) - len(shown)
    yield Zone("missions to come", "Missions to come", shown, "stack", hidden=hidden)
    is_on = bool(state.to_act)
    note = f"led by seat {state.leader}" if is_on else ""
    by = tuple((state.leader + place) % state.seats for place in range(len(state.trick)))
    trick = show_cards(state.trick)
    yield Zone("trick", "Trick", trick, "trick", note=note, marked=is_on, by=by)
    yield Zone("covered", "Covered", show_cards(_covered(state)), "pile")


def _split(missions: tuple[int, ...], game: int) -> tuple[tuple[int, ...], ...]:
    """Return the missions of the games before, of this one, and those nobody has seen."""
    return missions[:game], missions[game : game + 1], missions[:game:-1]


def _covered(state: TonTonState) -> list[int]:
    """Return the cards of complete tricks that do not lie on top, in increasing order."""
    won = Tally(chain.from_iterable(cards for _, cards in state.tricks))
    won.subtract(chain.from_iterable(map(_tops, state.tops)))
    return sorted(won.elements())


def _seat_zones(state: TonTonState, seat: int | None) -> Iterator[Zone]:
    for owner, moves in enumerate(state.hands):
        hand = show_cards(move.card for move in moves if seat in (None, owner))
        hidden = len(moves) - len(hand)
        partner = f"partner of seat {(owner + 2) % 4}" if state.options.teams else ""
        yield Zone(f"hand {owner}", "Hand", hand, "fan", owner, partner, hidden=hidden)
        tops = show_cards(_tops(state.tops[owner]))
        yield Zone(f"top {owner}", "On top", tops, "row", owner)


def _tops(by_colour: Iterable[int]) -> Iterable[int]:
    return filter(None, by_colour)


def _counters(state: TonTonState) -> Iterator[Counter]:
    for owner in range(state.seats):
        yield Counter(f"total {owner}", "Total", state.totals[owner], "points", owner)
        total = state.mission.count(list(_tops(state.tops[owner])))
        yield Counter(f"sum {owner}", "Sum", total, "points", owner)
        yield Counter(f"sixes {owner}", "Sixes", state.sixes[owner], "sixes", owner)
        for game, changes in enumerate(state.results, start=1):
            yield Counter(f"game {game} {owner}", f"Game {game}", changes[owner], "points", owner)


# --- the decision ---


def _decide(state: TonTonState, seat: int | None) -> Decision:
    question = "Play a card; follow the colour that was led." if state.led else "Lead any card."
    return Decision(state.to_act, question, legal_moves(state, seat, _touch))


def _touch(state: TonTonState, seat: int, move: Move) -> tuple[Touch, ...]:
    hand = [held.card for held in state.hands[seat]]
    return touch_cards(f"hand {seat}", hand, [move.card])


# --- cards ---


def _explain(mission: Mission) -> str:
    bust = f"{mission.bust_at} or {'less' if mission.low_wins else 'more'} is bust"
    what = f"the {'lowest' if mission.low_wins else 'highest'} sum" if mission.ranked else "the sum"
    minus = ", green and blue minus" if mission.minus else ""
    return f"{what}{minus}; {bust}"


_MISSIONS: Final = {
    number: Card(mission.name, badge="mission") for number, mission in MISSIONS.items()
}


def _show_missions(missions: Iterable[int]) -> tuple[Card, ...]:
    return tuple(map(_MISSIONS.__getitem__, missions))
