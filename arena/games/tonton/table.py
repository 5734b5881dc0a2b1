"""TonTon at the table: its scene, and in words what happens and what may be done."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from arena.games.colours import COLOURS, name_card, name_cards, show_cards
from arena.games.events import Event
from arena.games.scene import Card, Counter, Scene, Touch, Zone, decide, touch_cards
from arena.games.tonton.cards import MISSION_SETS, MISSIONS, Mission, Move
from arena.games.tonton.options import Options
from arena.games.tonton.rules import TonTonState
from arena.games.words import Guide, name_again, name_seat


def describe_table(state: TonTonState, seat: int | None = None) -> Scene:
    """Return the scene for a seat, or for an onlooker."""
    zones = (*_shared_zones(state, seat), *_seat_zones(state, seat))
    counters = tuple(_counters(state))
    decision = decide(state, seat, _ask, _touch)
    return Scene(_name_moment(state), state.seats, seat, zones, counters, decision)


def _name_moment(state: TonTonState) -> str:
    if not state.to_act:
        return "the game is over"
    return f"round {state.game + 1}, trick {len(state.tricks) + 1}"


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
    """Return the missions of the rounds before, of this one, and those nobody has seen."""
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


def _tops(by_colour: Iterable[int]) -> list[int]:
    return [card for card in by_colour if card]


def _counters(state: TonTonState) -> Iterator[Counter]:
    for owner in range(state.seats):
        yield Counter(f"total {owner}", "Total", state.totals[owner], "points", owner)
        total = state.mission.count(_tops(state.tops[owner]))
        yield Counter(f"sum {owner}", "Sum", total, "points", owner)
        yield Counter(f"sixes {owner}", "Sixes", state.sixes[owner], "sixes", owner)
        for game, changes in enumerate(state.results, start=1):
            yield Counter(f"game {game} {owner}", f"Round {game}", changes[owner], "points", owner)


# --- the decision ---


def _ask(state: TonTonState) -> str:
    return "Play a card; follow the colour that was led." if state.led else "Lead any card."


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


# --- words ---


def narrate(events: Sequence[Event], seat: int | None) -> Iterator[str]:
    """Word events. The same act of several seats in a row is one sentence."""
    for kind, group in groupby(events, key=lambda event: event.kind):
        same = [*group]
        match kind:
            case "played":
                yield _join(same, seat, "played", [name_card(one.cards[0]) for one in same])
            case "scored":
                yield _join(same, seat, "scored", [str(one.points) for one in same])
            case _:
                for event in same:
                    yield from _tell(event, seat)


def _join(events: Sequence[Event], seat: int | None, verb: str, what: Sequence[str]) -> str:
    """Say "You scored 10, seat 1 6, seat 2 0."."""
    first = f"{name_seat(events[0].seat, seat)} {verb} {what[0]}"
    others = [
        f"{name_again(event.seat, seat)} {said}"
        for event, said in zip(events[1:], what[1:], strict=True)
    ]
    return ", ".join([first, *others]) + "."


def _tell(event: Event, seat: int | None) -> Iterator[str]:
    who = name_seat(event.seat, seat)
    match event.kind:
        case "won":
            yield f"{who} won the trick {name_cards(event.cards)}."
        case "leads":
            yield f"{who} played the last 4 and {'lead' if event.seat == seat else 'leads'}."
        case "went_bust":
            yield f"{who} went bust."
        case "mission_revealed":
            yield f"The next mission is {MISSIONS[event.cards[0]].name}."
        case "dealt" if event.seat == seat:
            yield f"You were dealt {name_cards(event.cards)}."


def tell_rules(seats: int, options: Options) -> Iterable[str]:
    """Tell the rules in short."""
    yield "The highest total after three rounds wins; each has a mission that all know."
    colours = " ".join(options.colours[:seats])
    yield f"The colours are {colours}, each with 1 to 8, and everybody has eight cards."
    yield "A round has seven tricks; who has R8 leads the first. A move is a card, such as R5."
    yield "Follow the colour that is led if you can; otherwise any card may be played."
    yield "The highest number wins the trick, whatever its colour; of equal ones the later."
    yield "Its winner has a pile for each colour; the lowest new card of a colour covers it."
    yield "The player of the trick's last 4 leads next; without a 4, its winner does."
    yield "The sum of your cards on top decides the mission; if you are bust, you score nothing."
    for number in MISSION_SETS[options.missions]:
        mission = MISSIONS[number]
        side = "less" if mission.low_wins else "more"
        best = "lowest" if mission.low_wins else "highest"
        yield f"Mission {mission.name}: bust at {mission.bust_at} or {side}; " + (
            f"the {best} sum is first." if mission.ranked else "the sum is your points."
        )
        if mission.minus:
            yield f"In mission {mission.name} green and blue cards count minus."
    places = ", ".join(map(str, options.rank_points[:seats]))
    yield f"Places, if they count, bring {places} points; equal sums share the better one."
    yield "A total never falls below 0; after that each six that you won is 1 point more."
    if options.teams:
        yield "Seats 0 and 2 are a team, and so are 1 and 3; their totals are added."


# --- the rule of the moment ---


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
    """Say what the last card of a trick makes of the sum of its winner, or of the round."""
    after = state.copy()
    after.play(seat, Move(card))
    if len(after.results) > len(state.results):
        return f"your total changes by {after.results[-1][seat]}"
    total = state.mission.count(_tops(after.tops[seat]))
    return f"your sum is then {total}{', which is bust' if state.mission.is_bust(total) else ''}"
