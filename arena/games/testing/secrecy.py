"""Secrecy tests: states of one information set look the same to their seat.

Cards that it has not seen are dealt again, and the bytes that it is sent are compared.

Part of `conformance.py`, and like it without knowledge of any game.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from arena.games.contract import AnyGame, IllegalMove, Nonconformance, State
from arena.games.deal import Deal
from arena.games.scene import Scene
from arena.games.testing.random_play import Answer, Position, Sent, Table, give, walk, what_is_sent
from arena.games.text import tell_question

Orders: TypeAlias = tuple[tuple[int, ...], ...]
Places: TypeAlias = AbstractSet[tuple[int, int]]
# The parts of a state that a seat is shown, by their names in a message.
Show: TypeAlias = Callable[[AnyGame, State[Any], int], Mapping[str, object]]

# The share of the decisions with hidden cards that have to be reached again with other cards. Not
# all: where suits have to be followed, most deals do not allow the moves that were made.
ENOUGH: Final = 0.5

# A game's first decisions are all looked into, and of those behind them this share. Each plays the
# game again up to there: all would take a time that grows with the square of the game's length.
FIRST_DECISIONS: Final = 40
SAMPLED: Final = 1 / 3

# How many of the unseen places are dealt again, where they cannot all be at once.
_SHARES: Final = (1 / 2, 1 / 4, 1 / 8, 1 / 16, 0, 0, 0, 0, 0, 0)

_UNSEEN: Final = "that it has not seen or with what others have laid but not revealed"


class Entry(NamedTuple):
    """The answer of a seat, and all that it was sent before it."""

    seat: int
    answer: Answer
    sent: Sent


def check_a_seat_cannot_see_what_it_may_not_know(table: Table) -> None:
    """All that a seat has been sent so far is the same when only unseen cards differ."""
    source = table.source("redeals")
    possible = reached = 0
    for position, log in _annotated(table):
        orders = position.state.shuffles
        if len(log) >= FIRST_DECISIONS and source.random() > SAMPLED:
            continue  # What was sent at this decision is compared again at all that follow.
        unseen = {*table.game.unseen(position.state, position.seat)}
        possible += any(_movable(orders, unseen))
        for other_orders in redeals(orders, unseen, source):
            deal = Deal(source.getrandbits(128), other_orders)
            if _reaches_the_same_decision(position, log, deal, source):
                reached += other_orders != orders
                break
    if reached < possible * ENOUGH:
        raise Nonconformance(
            f"{table}: only {reached} of {possible} decisions were reached with other cards in the"
            " places of unseen(), too few to prove anything; places that were seen are not listed"
        )


def check_unseen_lists_every_place_that_was_not_seen(table: Table) -> None:
    """Exchange a seen card with an unseen one: if any seat notices, this one does, too.

    Otherwise it has not seen the first either. (Two that were seen tell nothing: in which order
    another seat held cards that it has shown by now is its secret for ever.)
    """
    source = table.source("exchanges")
    for position, log in _annotated(table):
        orders, seat = position.state.shuffles, position.seat
        if not orders or source.random() > SAMPLED:
            continue  # A place that is not listed stays so.
        unseen = {*table.game.unseen(position.state, seat)}
        shuffle = source.randrange(len(orders))
        places = range(len(orders[shuffle]))
        seen = [place for place in places if (shuffle, place) not in unseen]
        # If no card is said to be unseen, any one is as good as another.
        others = [place for place in places if (shuffle, place) in unseen or not unseen]
        if not seen or not others:
            continue
        first, second = source.choice(seen), source.choice(others)
        deal = Deal(table.seed, _exchange(orders, shuffle, first, second))
        unnoticed = _goes_unnoticed(position, log, deal, [seat])
        if unnoticed and not _goes_unnoticed(position, log, deal, range(table.seats)):
            raise position.broken(
                f"cards {first} and {second} of shuffle {shuffle} can be exchanged so that another"
                " seat notices and this one does not; unseen() has to list both places"
            )


def check_a_scene_shows_nothing_that_its_seat_may_not_know(table: Table) -> None:
    """Scene, events and text of any seat, asked or not, follow from what it has seen."""
    check_a_seat_is_shown_nothing_that_it_may_not_know(table, _show_scene_and_events)


def check_a_seat_is_shown_nothing_that_it_may_not_know(table: Table, show: Show) -> None:
    """The result of `show` for any seat, asked or not, is the same when only the unseen differs."""
    source = table.source("hidden scenes")
    answers: list[tuple[int, Answer]] = []
    tried: list[bool | None] = []
    for position in walk(table):
        state, asked = position.state, position.asked
        if state.events is None:
            state.events = []
        moment = _Moment(table, show, state, asked, answers, len(asked) - len(state.to_act))
        tried.append(_deal_scene_anew(moment, source.randrange(table.seats), source))
        answers.append((position.seat, position.answer))
    over = _Moment(table, show, state, (), answers, 0)
    tried += [_deal_scene_anew(over, seat, source) for seat in range(table.seats)]
    dealt = [was_dealt for was_dealt in tried if was_dealt is not None]
    if sum(dealt) < len(dealt) * ENOUGH:
        raise Nonconformance(
            f"{table}: only {sum(dealt)} of {len(dealt)} scenes were reached with other cards in"
            " the places of unseen(), too few to prove anything; places that were seen are not"
            " listed"
        )


def check_a_seat_can_draw_its_scene_from_its_view(table: Table) -> None:
    """The scene of a seat that is asked is the same in every state that it imagines.

    So anyone who holds the view alone, as a person's client does, shows what the rules would.
    """
    source = table.source("scenes of views")
    for position in walk(table):
        game, state, seat = table.game, position.state, position.seat
        imagined = game.imagine(game.view(state, seat), source)
        _check_same_scene(table, _show_scene, seat, (imagined, state), "that agree with its view")


class _Moment(NamedTuple):
    """A game at one moment, and how it came there."""

    table: Table
    show: Show
    state: State[Any]
    # The seats of this decision; none at the end of the game.
    asked: tuple[int, ...]
    # All answers so far. The last of them, `pending` many, belong to this decision: until it is
    # complete, each is a secret of its seat.
    answers: Sequence[tuple[int, Answer]]
    pending: int


def _deal_scene_anew(moment: _Moment, seat: int, source: Random) -> bool | None:
    """Compare the scene of a seat with the one of another deal.

    Return whether other cards were dealt; None where there are no others.
    """
    table, orders = moment.table, moment.state.shuffles
    unseen = {*table.game.unseen(moment.state, seat)}
    for other_orders in redeals(orders, unseen, source):
        other = _reach(moment, seat, Deal(source.getrandbits(128), other_orders))
        if other is not None:
            _check_same_scene(table, moment.show, seat, (other, moment.state), _UNSEEN)
            break
    return other_orders != orders if any(_movable(orders, unseen)) else None


def _reach(moment: _Moment, seat: int, deal: Deal) -> State[Any] | None:
    """Play the answers with other cards, those that are still secret only if they are the seat's.

    None if that is not possible or does not lead to the same decision.
    """
    state, complete = moment.table.start(deal), len(moment.answers) - moment.pending
    state.events = []
    own = [answer for answer in moment.answers[complete:] if answer[0] == seat]
    try:
        for other, answer in (*moment.answers[:complete], *own):
            give(state, other, answer)
    except IllegalMove:
        return None
    owing = tuple(other for other in moment.asked if other != seat or not own)
    return state if state.to_act == owing else None


def _check_same_scene(
    table: Table, show: Show, seat: int, states: tuple[State[Any], State[Any]], cards: str
) -> None:
    parts, others = (show(table.game, state, seat) for state in states)
    for name in {**parts, **others}:
        if parts.get(name) != others.get(name):
            raise Nonconformance(
                f"{table}: of what seat {seat} is shown the {name} changed with cards {cards};"
                " expected no change"
            )


def _show_scene(game: AnyGame, state: State[Any], seat: int) -> Mapping[str, object]:
    """Return all that scene and guide show a seat, by what it is called in a message."""
    scene: Scene = game.scene(state, seat)
    zones = {f"zone {zone.name!r}": zone for zone in scene.zones}
    counters = {f"counter {counter.name!r}": counter for counter in scene.counters}
    order = {"list of zones and counters": [*zones, *counters]}
    guide = {"rule of the moment": game.guide(state, seat)} if seat in state.to_act else {}
    shown = {"title": scene.title, **zones, **counters, **order, "decision": scene.decision}
    return {**shown, **guide}


def _show_scene_and_events(game: AnyGame, state: State[Any], seat: int) -> Mapping[str, object]:
    events = state.events or ()
    told = [event.seen_by(seat) for event in events]
    text = tell_question(game.scene(state, seat), game.tell(events, seat), legal=True)
    return {**_show_scene(game, state, seat), "events": told, "text": text}


def _annotated(table: Table) -> Iterator[tuple[Position, list[Entry]]]:
    """Return every position of a random game, and the complete decisions before it."""
    log: list[Entry] = []
    for position in walk(table):
        seat, state = position.seat, position.state
        complete = len(log) - (len(position.asked) - len(state.to_act))
        yield position, log[:complete]
        log.append(Entry(seat, position.answer, what_is_sent(table, state, seat)))


def _reaches_the_same_decision(
    position: Position, log: Sequence[Entry], deal: Deal, source: Random
) -> bool:
    """Return whether the same moves are possible; if they are, check that all looks the same."""
    table, seat = position.table, position.seat
    state = table.start(deal)
    try:
        for now, before in _replay(table, state, log, [seat]):
            _check_same(position, now, before)
    except IllegalMove:
        return False
    if state.to_act != position.asked:
        return False
    others = [other for other in position.asked if other != seat]
    for other in source.sample(others, source.randint(0, len(others))):
        state.play(other, source.choice(state.legal(other)))
    now, before = (what_is_sent(table, game, seat) for game in (state, position.state))
    _check_same(position, now, before)
    return True


def _check_same(position: Position, now: Sent, before: Sent) -> None:
    if now != before:
        what = "view" if now[0] != before[0] else "legal moves"
        raise position.broken(
            f"the {what} of this seat, now or earlier in the game, changed with cards that it has"
            " not seen or with what others have laid but not revealed; expected no change"
        )


def _goes_unnoticed(
    position: Position, log: Sequence[Entry], deal: Deal, seats: Sequence[int]
) -> bool:
    """Return whether the same moves are possible and look the same to these seats."""
    table, seat = position.table, position.seat
    state = table.start(deal)
    try:
        if any(now != before for now, before in _replay(table, state, log, seats)):
            return False
    except IllegalMove:
        return False
    if seat not in state.to_act:
        return False
    return what_is_sent(table, state, seat) == what_is_sent(table, position.state, seat)


def _replay(
    table: Table, state: State[Any], log: Sequence[Entry], seats: Container[int]
) -> Iterator[tuple[Sent, Sent]]:
    """Play the moves of the log; return what these seats are sent, and what they had been sent."""
    for seat, answer, before in log:
        if seat in seats:
            if seat not in state.to_act:
                raise IllegalMove
            yield what_is_sent(table, state, seat), before
        give(state, seat, answer)


def redeals(orders: Orders, unseen: Places, source: Random) -> Iterator[Orders]:
    """Return other deals to try, the most different first; the same one at last."""
    movable = list(_movable(orders, unseen))
    for _ in range(3 if movable else 0):
        new = _places_anew(orders, movable, source)
        if new != orders:
            yield new
    for share in _SHARES if movable else ():
        shuffle, places = source.choice(movable)
        some = source.sample(places, max(2, int(len(places) * share)))
        new = _places_anew(orders, [(shuffle, some)], source)
        if new != orders:
            yield new
    yield orders


def _movable(orders: Orders, unseen: Places) -> Iterator[tuple[int, list[int]]]:
    """Return the shuffles, with their unseen places, that can be dealt in more than one way."""
    for shuffle, order in enumerate(orders):
        places = [place for place in range(len(order)) if (shuffle, place) in unseen]
        if len({order[place] for place in places}) > 1:
            yield shuffle, places


def _places_anew(
    orders: Orders, movable: Sequence[tuple[int, list[int]]], source: Random
) -> Orders:
    new = [list(order) for order in orders]
    for shuffle, places in movable:
        for place, other in zip(places, source.sample(places, len(places)), strict=True):
            new[shuffle][place] = orders[shuffle][other]
    return tuple(map(tuple, new))


def _exchange(orders: Orders, shuffle: int, first: int, second: int) -> Orders:
    order = list(orders[shuffle])
    order[first], order[second] = order[second], order[first]
    return *orders[:shuffle], tuple(order), *orders[shuffle + 1 :]
