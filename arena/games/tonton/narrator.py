"""What happens in TonTon, in words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from arena.games.colours import name_card, name_cards
from arena.games.events import Event
from arena.games.narration import name_again, name_seat
from arena.games.tonton.missions import MISSION_SETS, MISSIONS
from arena.games.tonton.options import Options


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
