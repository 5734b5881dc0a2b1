"""TonTon in words: what happens, the rules in short, and the rule of the moment."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from arena.games.colours import COLOURS, name_card, name_cards
from arena.games.events import Event
from arena.games.tonton.cards import Move
from arena.games.tonton.missions import MISSION_SETS, MISSIONS
from arena.games.tonton.options import Options
from arena.games.tonton.rules import TonTonState
from arena.games.words import Guide, name_again, name_seat


def narrate(events: Sequence[Event], seat: int | None) -> Iterator[str]:
    """Word events. What several seats do one after the other is one sentence."""
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
            yield f"The last 4 gave {name_again(event.seat, seat)} the lead."
        case "went_bust":
            yield f"{who} went bust."
        case "mission_revealed":
            yield f"The next mission is {MISSIONS[event.cards[0]].name}."
        case "dealt" if event.seat == seat:
            yield f"You were dealt {name_cards(event.cards)}."


def tell_rules(seats: int, options: Options) -> Iterable[str]:
    """Tell the rules in short."""
    yield "The highest total after three games wins; each has a mission that all know."
    colours = " ".join(options.colours[:seats])
    yield f"The colours are {colours}, each with 1 to 8, and everybody has eight cards."
    yield "A game has seven tricks; who has R8 leads the first. A move is a card, such as R5."
    yield "Follow the colour that is led if you can; otherwise any card may be played."
    yield "The highest number wins the trick, whatever its colour; of equal ones the later."
    yield "Its winner has a pile for each colour; the lowest new card of a colour covers it."
    yield "Who played the trick's last 4 leads next; without a 4, its winner does."
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
    yield f"Where places count they bring {places} points; equal sums share the better one."
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
    """Say what the last card of a trick makes of the sum of its winner, or of the game."""
    after = state.copy()
    after.play(seat, Move(card))
    if len(after.results) > len(state.results):
        return f"your total changes by {after.results[-1][seat]}"
    total = state.mission.count(_tops(after.tops[seat]))
    return f"your sum is then {total}{', which is bust' if state.mission.is_bust(total) else ''}"


def _tops(by_colour: Sequence[int]) -> list[int]:
    return [card for card in by_colour if card]
