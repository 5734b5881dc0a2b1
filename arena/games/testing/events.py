"""Tests of events: they explain every change of the table, and a narrator has words for them.

Part of `conformance.py`, and like it without knowledge of any game.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from arena.games.contract import AnyGame, Nonconformance, State
from arena.games.events import HIDDEN, Event
from arena.games.scene import Scene
from arena.games.testing.random_play import Table, walk

# The most words of a sentence.
MOST_WORDS: Final = 20

# By the name of a zone the names of its cards, that of a hidden one being empty.
Zones: TypeAlias = dict[str, Counter[str]]


def check_events_explain_every_change(table: Table) -> None:
    """The scene before, with the events applied, is the scene after; so it is with scores."""
    source, game = table.source("events"), table.game
    before: dict[int | None, Zones] = {}
    scores = table.start().scores()
    for state, events in _decisions(table):
        for viewer, zones in before.items():
            # An onlooker of a scene sees every card.
            seen = events if viewer is None else [event.seen_by(viewer) for event in events]
            for fault in _faults_of_zones(game, zones, seen, game.scene(state, viewer)):
                whom = "an onlooker" if viewer is None else f"seat {viewer}"
                raise Nonconformance(f"{table}: to {whom} {fault}")
        for fault in _faults_of_scores(game, scores, events, state.scores()):
            raise Nonconformance(f"{table}: {fault}")
        scores = state.scores()
        viewers = (None, source.randrange(table.seats))
        before = {viewer: _look(game.scene(state, viewer)) for viewer in viewers}


def check_events_are_told_in_short_sentences(table: Table) -> None:
    source = table.source("sentences")
    for _, events in _decisions(table):
        for seat in (None, source.randrange(table.seats)):
            for sentence in table.game.tell(events, seat):
                if fault := fault_of_sentence("events are told as", sentence):
                    raise Nonconformance(f"{table}: {fault}")


def fault_of_sentence(what: str, text: str) -> str:
    """Say of a text that it is no short sentence; nothing if it is one."""
    begins = text[:1].isupper() or text[:1].isdigit()
    is_line = text == " ".join(text.split())
    if begins and is_line and text.endswith(".") and len(text.split()) <= MOST_WORDS:
        return ""
    return f"{what} {text!r}; expected a sentence of at most {MOST_WORDS} words"


def _decisions(table: Table) -> Iterator[tuple[State[Any], Sequence[Event]]]:
    """Return the state before every decision and at the end, with what has led there.

    Not between the moves of a simultaneous decision, of which some are still secret.
    """
    for position in walk(table):
        state = position.state
        if state.to_act == position.asked:
            yield state, state.events or ()
            state.events = []
    yield state, state.events or ()


def _look(scene: Scene) -> Zones:
    return {
        zone.name: Counter(card.name for card in zone.cards) + Counter({"": zone.hidden})
        for zone in scene.zones
    }


def _faults_of_scores(
    game: AnyGame, before: Sequence[int], events: Sequence[Event], after: Sequence[int]
) -> Iterator[str]:
    scores = Counter(dict(enumerate(before)))
    for event in events:
        if event.kind not in game.kinds:
            yield f"{event} is of no kind of Game.kinds"
        if event.seat is not None:
            scores[event.seat] += event.points
        elif event.points:
            yield f"{event} has points, and no seat whose they are"
    if scores != dict(enumerate(after)):
        yield f"by the events the scores are {[*scores.values()]}; they are {[*after]}"


def _faults_of_zones(
    game: AnyGame, zones: Zones, events: Sequence[Event], after: Scene
) -> Iterator[str]:
    """Apply events to zones, and compare them with those of a scene."""
    for event in events:
        for card in event.cards if event.source or event.target else ():
            yield from _move(zones, event, "" if card == HIDDEN else game.card_name(card))
    for name, cards in _look(after).items():
        expected = zones[name]
        # A card may go out of sight, as into a deck. None may come into sight untold.
        if cards.total() != expected.total() or any(
            number > expected[card] for card, number in cards.items() if card
        ):
            yield (
                f"zone {name!r} has {_list(cards)}; by the events it would have {_list(expected)}"
            )


def _move(zones: Zones, event: Event, card: str) -> Iterator[str]:
    """Move a card from zone to zone; it may have lain face down, or be unknown."""
    if unknown := {event.source, event.target} - {"", *zones}:
        yield f"{event} names {', '.join(sorted(unknown))}, which is no zone"
        return
    if event.source:
        there = zones[event.source]
        seen_as = card if there[card] else ""
        if not there[seen_as]:
            yield f"{event} takes {card or 'a hidden card'} from where it is not"
        there[seen_as] -= 1
    if event.target:
        zones[event.target][card] += 1


def _list(cards: Counter[str]) -> str:
    return " ".join(card or "?" for card in sorted(cards.elements())) or "no cards"
