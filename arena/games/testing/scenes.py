"""Tests of scenes: whatever is drawn from one can be read, and every legal move can be made in it.

Part of `conformance.py`, and like it without knowledge of any game.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, get_args

from arena.games.contract import Nonconformance, State
from arena.games.scene import CardColour, Decision, Layout, Scene, Touch
from arena.games.testing.random_play import Table, walk

_COLOURS: Final = get_args(CardColour)
_LAYOUTS: Final = get_args(Layout)


def check_scenes_describe_the_table(table: Table) -> None:
    """A scene has every card once: face up for an onlooker, perhaps face down for a seat."""
    source = table.source("scenes")
    zones: dict[int | None, list[str]] = {}
    for state, whose in _moments(table):
        for seat in {None, whose, source.randrange(table.seats)}:
            scene = table.game.scene(state, seat)
            names = [zone.name for zone in scene.zones]
            faults = chain(
                _faults_of_frame(table, state, scene, seat),
                _faults_of_texts(scene),
                _faults_of_cards(state, scene),
                _faults_of_decision(state, scene),
            )
            for fault in faults:
                raise Nonconformance(f"{table}: in a scene of {_name_viewer(seat)} {fault}")
            if names != zones.setdefault(seat, names):
                raise Nonconformance(
                    f"{table}: the zones of {_name_viewer(seat)} are {names}, and were"
                    f" {zones[seat]}; expected that they stay the same through a game"
                )


def _moments(table: Table) -> Iterator[tuple[State[Any], int]]:
    """Return the state before every move and at the end, and a seat that is to act or was."""
    for position in walk(table):
        yield position.state, position.seat
    yield position.state, position.seat


def _name_viewer(seat: int | None) -> str:
    return "an onlooker" if seat is None else f"seat {seat}"


def _faults_of_frame(
    table: Table, state: State[Any], scene: Scene, seat: int | None
) -> Iterator[str]:
    if (scene.seats, scene.seat) != (table.seats, seat):
        yield f"seats and seat are {scene.seats} and {scene.seat}"
    if (scene.decision is None) != (not state.to_act):
        yield "the decision is not None exactly where the game is over"
    for parts in (scene.zones, scene.counters):
        names = [part.name for part in parts]
        if len({*names}) < len(names):
            yield f"two things have one name: {sorted(names)}"
        if any(part.seat not in {None, *range(table.seats)} for part in parts):
            yield "something belongs to a seat that there is not"


def _faults_of_texts(scene: Scene) -> Iterator[str]:
    zones = ((zone.name, zone.title) for zone in scene.zones)
    counters = ((count.name, count.title, count.unit) for count in scene.counters)
    decision = scene.decision
    asked = (decision.question, *(move.text for move in decision.moves)) if decision else ()
    if not all(text.strip() for text in chain([scene.title], *zones, *counters, asked)):
        yield "a title, a name, a unit, a question or a move is empty"


def _faults_of_cards(state: State[Any], scene: Scene) -> Iterator[str]:
    cards = [card for zone in scene.zones for card in zone.cards]
    for card in {*cards}:
        if card.colour not in _COLOURS or not card.face:
            yield f"there is {card}; a card that is seen has a face, and a colour that there is"
    if len({(card.face, card.symbol, card.badge) for card in cards}) < len({*cards}):
        yield "two cards differ in nothing but their colour"
    if any(zone.layout not in _LAYOUTS for zone in scene.zones):
        yield f"there is a layout that is none of {', '.join(_LAYOUTS)}"
    laid = [(zone.by, len(zone.cards)) for zone in scene.zones if zone.by]
    if any(len(by) != number or not {*by} <= {None, *range(scene.seats)} for by, number in laid):
        yield f"who laid cards is {laid}; expected a seat or None for each card of a zone"
    game = [*state.cards()]
    number = sum(zone.size for zone in scene.zones)
    if number != len(game) or any(zone.hidden < 0 for zone in scene.zones):
        yield f"there are {number} cards; the game has {len(game)}"
    elif scene.seat is None and _how_often(cards) != _how_often(game):
        yield "the cards are others than those of the game, or some are hidden"


def _how_often(cards: Sequence[object]) -> list[int]:
    """Return how many times there is each card, whatever the cards are called."""
    return sorted(Counter(cards).values())


def _faults_of_decision(state: State[Any], scene: Scene) -> Iterator[str]:
    seat, decision = scene.seat, scene.decision
    if decision is None:
        return
    is_asked = seat in state.to_act
    legal = [str(move) for move in state.legal(seat)] if seat is not None and is_asked else []
    if [move.text for move in decision.moves] != legal:
        yield f"the moves are {decision.moves}; right are {legal}"
    if not _names_who_decides(decision, state.to_act, seat):
        yield f"{decision.seats} are to decide; to_act is {state.to_act}"
    if len({move.touches for move in decision.moves}) < len(decision.moves):
        yield "two moves touch the same cards and zones"
    touched = {touch for move in decision.moves for touch in move.touches}
    if not touched <= _places(scene):
        yield "a move touches what is not there or is hidden"


def _names_who_decides(decision: Decision, to_act: Sequence[int], seat: int | None) -> bool:
    """Return whether those that owe a move are named; to a seat, others seem to owe it longer."""
    if seat is None:
        return decision.seats == to_act
    return {*to_act} <= {*decision.seats} and (seat in decision.seats) == (seat in to_act)


def _places(scene: Scene) -> set[Touch]:
    """Return all that can be touched: zones, and cards that are seen."""
    return {Touch(zone.name) for zone in scene.zones} | {
        Touch(zone.name, index) for zone in scene.zones for index in range(len(zone.cards))
    }
