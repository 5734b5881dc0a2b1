"""What happens in Big Fish, in words."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from arena.games.big_fish.cards import name_fish_or_licence
from arena.games.colours import name_cards
from arena.games.events import Event
from arena.games.narration import count, name_seat


def narrate(events: Sequence[Event], seat: int | None) -> Iterator[str]:
    """Word events. A catch is one sentence."""
    for is_catch, group in groupby(events, key=lambda event: event.kind.startswith("caught")):
        if is_catch:
            yield _tell_catch([*group], seat)
        else:
            for event in group:
                yield from _tell(event, seat)


def _tell_catch(caught: Sequence[Event], seat: int | None) -> str:
    sides = [f"{name_cards(part.cards)} {part.kind.removeprefix('caught_')}" for part in caught]
    points = count(sum(part.points for part in caught), "point")
    return f"{name_seat(caught[0].seat, seat)} caught {', '.join(sides)}: {points}."


def _tell(event: Event, seat: int | None) -> Iterator[str]:
    who = name_seat(event.seat, seat)
    match event.kind:
        case "laid":
            yield f"{who} laid {name_cards(event.cards)} on {event.target}."
        case "took_licence" | "bonus":
            how = "took" if event.kind == "took_licence" else "won"
            licence = name_fish_or_licence(event.cards[0])
            yield f"{who} {how} licence {licence}: {count(event.points, 'point')}."
        case "lost_licence":
            yield f"{who} lost licence {name_fish_or_licence(event.cards[0])}."
        case "drew" if event.seat == seat:
            yield f"You drew {name_cards(event.cards)}."
        case "opened":
            yield f"{name_cards(event.cards)} began {event.target}."
        case "got_fiasco":
            yield f"{who} made a lay that is against the rules and got the fiasco card."
        case "lost_fiasco":
            yield f"{who} got rid of the fiasco card."
