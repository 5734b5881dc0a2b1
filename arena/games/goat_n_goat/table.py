"""Goat 'n' Goat at the table: its scene, and in words what happens and what may be done."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from arena.games.colours import name_cards, show_cards
from arena.games.events import Event
from arena.games.goat_n_goat.cards import HERD, MOST_IN_HAND, Action, Move
from arena.games.goat_n_goat.events import HERDS, herd_zone
from arena.games.goat_n_goat.options import Options
from arena.games.goat_n_goat.rules import GoatNGoatState
from arena.games.scene import Card, Scene, Touch, Zone, count_by_seat, decide, touch_cards
from arena.games.words import Guide, count, name_seat


def describe_table(state: GoatNGoatState, seat: int | None = None) -> Scene:
    """Return the scene for a seat, or for an onlooker."""
    zones = (*_shared_zones(state, seat), *_seat_zones(state, seat))
    counters = tuple(count_by_seat("Score", state.scores(), "points"))
    decision = decide(state, seat, _ask, _touch)
    return Scene(_name_moment(state), state.seats, seat, zones, counters, decision)


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
        # Some cards of a hidden hand were seen by all as they were taken.
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


# --- words ---


def narrate(events: Sequence[Event], seat: int | None) -> Iterator[str]:
    """Word events. The cards of one lay, and the herds that they cost, are told together."""
    lay: list[Event] = []
    for event in events:
        if lay and (event.kind not in {"laid", "lost_herd"} or event.seat != lay[0].seat):
            yield _tell_lay(lay, seat)
            lay = []
        if event.kind in {"laid", "lost_herd"}:
            lay.append(event)
        else:
            yield from _tell(event, seat)
    if lay:
        yield _tell_lay(lay, seat)


def _tell_lay(lay: Sequence[Event], seat: int | None) -> str:
    laid = name_cards(card for event in lay if event.kind == "laid" for card in event.cards)
    lost = [event for event in lay if event.kind == "lost_herd"]
    told = f"{name_seat(lay[0].seat, seat)} laid {laid}"
    if not lost:
        return f"{told}."
    # Eight goats and three herds by their names would be too long a sentence.
    colours = " and ".join(_name_colour(event) for event in lost)
    herds = f"the {colours} herd" if len(lost) < len(HERDS) else "all herds"
    return f"{told} and lost {herds}: {_count_penalties(event.cards for event in lost)}."


def _tell(event: Event, seat: int | None) -> Iterator[str]:
    who, cards = name_seat(event.seat, seat), name_cards(event.cards)
    match event.kind:
        case "took":
            yield f"{who} took {cards}."
        case "discarded":
            yield f"{who} discarded {cards}: {_count_penalties([event.cards])}."
        case "claimed":
            yield f"{who} claimed mountain {cards}: {count(event.points, 'point')}."
        case "herd_spent":
            goats = count(len(event.cards), "goat")
            yield f"{who} gave the {_name_colour(event)} herd for it, {goats}."
        case "passed":
            yield f"{who} claimed no mountain."
        case "opened":
            yield f"Opened: {cards}."
        case "reshuffled":
            yield "The deck ran out; the discards were shuffled and are the new one."
        case "last_round":
            yield "The last round began: everybody has one more turn."


def _name_colour(event: Event) -> str:
    """Return the colour of the herd that is gone, by the zone that it left."""
    return event.source.split()[0]


def _count_penalties(piles: Iterable[Sequence[int]]) -> str:
    number = sum(map(len, piles))
    return "1 penalty" if number == 1 else f"{number} penalties"


def tell_rules(seats: int, options: Options) -> Iterable[str]:  # noqa: ARG001 - the same for all
    """Tell the rules in short."""
    yield "The highest score wins: the numbers of your mountains, less 1 a penalty or card in hand."
    yield "Goats are red, green and blue; of each colour ten 1, eight 2, five 3, three 4, two 5."
    yield "First lay goats of one number, such as lay R2 R2 B2, each on your herd of its colour."
    yield "A herd whose last goat is higher goes to your penalties first, and is begun again."
    yield "Then take as many cards of the open row as that number says: take R3 G1."
    yield f"Above {MOST_IN_HAND} cards in hand, discard the surplus to your penalties: discard R1."
    yield "Then claim one mountain, such as claim R5, or pass."
    yield "A mountain costs the herd of its colour, which has to have that many goats at least."
    yield "The open row is filled to six. The first time the deck runs out, the discards become it."
    if options.exhaustion == "empty":
        yield "A deck has run out when it is empty."
    else:
        yield "A deck has run out when a card is needed and it has none."
    yield "After the second time, or with two seats the first, everybody has one more turn."
    yield "In it nothing is taken."


# --- the rule of the moment ---


def guide(state: GoatNGoatState, seat: int) -> Guide:
    """Return the rule of the moment for a seat that is to act."""
    moves, herds = state.legal(seat), state.herds[seat]
    if state.decision == "lay":
        last = state.last_turns is not None
        rule = "Goats lower than the last of their herd cost you that herd" + (
            "; in the last turn nothing is taken." if last else "; then you take open cards."
        )
        return Guide(rule, tuple("; ".join(_say_lay(herds, move, last=last)) for move in moves))
    if state.decision == "take":
        after = len(state.hands[seat]) + state.number
        rule = f"Your hand then has {after}; what is above {MOST_IN_HAND} becomes penalties."
    elif state.decision == "discard":
        rule = "Each card that you discard is a penalty, and costs a point."
    else:
        rule = "A mountain costs the herd of its colour, of at least as many goats as its number."
        return Guide(rule, tuple(_say_claim(herds, move) for move in moves))
    return Guide(rule, ("",) * len(moves))


def _say_lay(herds: Sequence[Sequence[int]], move: Move, *, last: bool) -> Iterator[str]:
    """Say which herds a lay costs, and what it takes."""
    number = move.cards[0] % 10
    places = sorted({HERD[card // 10] for card in move.cards})
    lost = [place for place in places if herds[place] and number < herds[place][-1] % 10]
    if lost:
        colours = " and ".join(HERDS[place] for place in lost)
        yield f"loses the {colours} herd: {_count_penalties(herds[place] for place in lost)}"
    if not last:
        yield f"you take {count(number, 'card')}"


def _say_claim(herds: Sequence[Sequence[int]], move: Move) -> str:
    if not move.cards:
        return "keeps your herds"
    (mountain,) = move.cards
    herd = herds[HERD[mountain // 10]]
    return f"{count(mountain % 10, 'point')} for a herd of {count(len(herd), 'goat')}"
