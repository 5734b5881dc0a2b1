"""Goat 'n' Goat as a scene: mountains, the open row, herds, hands and penalties."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from arena.games.colours import name_cards, show_cards
from arena.games.goat_n_goat.cards import MOST_IN_HAND, Action, Move
from arena.games.goat_n_goat.events import HERDS, herd_zone
from arena.games.goat_n_goat.rules import GoatNGoatState
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


def describe_table(state: GoatNGoatState, seat: int | None = None) -> Scene:
    """Return the scene for a seat, or for an onlooker."""
    return Scene(
        title=_name_moment(state),
        seats=state.seats,
        seat=seat,
        zones=(*_shared_zones(state, seat), *_seat_zones(state, seat)),
        counters=tuple(
            Counter(f"score {owner}", "Score", score, "points", owner)
            for owner, score in enumerate(state.scores())
        ),
        decision=_decide(state, seat) if state.to_act else None,
    )


def _name_moment(state: GoatNGoatState) -> str:
    if not state.to_act:
        return "the game is over"
    if state.last_turns is not None:
        return f"the last round, turns to come: {state.last_turns}"
    return "the second deck" if state.exhaustions else "the first deck"


# --- zones ---


def _shared_zones(state: GoatNGoatState, seat: int | None) -> Iterator[Zone]:
    asked = state.decision if state.to_act else None
    mountains = _show_mountains(state.mountains)
    yield Zone("mountains", "Mountains", mountains, "grid", marked=asked == "claim")
    yield Zone("open", "Open row", show_cards(state.open), "row", marked=asked == "take")
    deck = show_cards(state.deck) if seat is None else ()
    hidden = len(state.deck) - len(deck)
    yield Zone("deck", "Deck", deck, "stack", note=_tell_deck(state), hidden=hidden)
    yield Zone("discards", "Discards", show_cards(state.discards), "stack")


def _tell_deck(state: GoatNGoatState) -> str:
    """Name the cards of a deck that was shuffled from discards, which all have seen; sorted."""
    known = state.exhaustions and state.deck
    return f"in some order: {name_cards(sorted(state.deck))}" if known else ""


def _seat_zones(state: GoatNGoatState, seat: int | None) -> Iterator[Zone]:
    for owner in range(state.seats):
        # Of a hand that is hidden all have seen some cards being taken.
        seen = state.hands[owner] if seat in (None, owner) else sorted(state.known[owner])
        hidden = len(state.hands[owner]) - len(seen)
        yield Zone(f"hand {owner}", "Hand", show_cards(seen), "fan", owner, hidden=hidden)
        for place, herd in enumerate(state.herds[owner]):
            title = f"{HERDS[place].capitalize()} herd"
            yield Zone(herd_zone(place, owner), title, show_cards(herd), "row", owner)
        mountains = _show_mountains(state.claimed[owner])
        yield Zone(f"mountains {owner}", "Mountains", mountains, "grid", owner)
        penalties = show_cards(state.penalties[owner])
        yield Zone(f"penalties {owner}", "Penalties", penalties, "stack", owner)


# --- the decision ---


def _decide(state: GoatNGoatState, seat: int | None) -> Decision:
    return Decision(state.to_act, _ask(state), legal_moves(state, seat, _touch))


def _ask(state: GoatNGoatState) -> str:
    if state.decision == "lay":
        return "Lay goats of one number."
    if state.decision == "take":
        return f"Take from the open row; cards to take: {state.number}."
    if state.decision == "discard":
        surplus = len(state.hands[state.to_act[0]]) - MOST_IN_HAND
        return f"Discard from the hand; cards to discard: {surplus}."
    return "Claim a mountain or pass."


def _touch(state: GoatNGoatState, seat: int, move: Move) -> tuple[Touch, ...]:
    hand = f"hand {seat}", state.hands[seat]
    places: dict[Action, tuple[str, list[int]]] = {
        "lay": hand,
        "take": ("open", state.open),
        "discard": hand,
        "claim": ("mountains", state.mountains),
        "pass": hand,
    }
    return touch_cards(*places[move.action], move.cards)


# --- cards ---


def _show_mountains(mountains: Iterable[int]) -> tuple[Card, ...]:
    return tuple(replace(card, badge="mountain") for card in show_cards(mountains))
