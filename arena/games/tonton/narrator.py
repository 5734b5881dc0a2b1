"""What happens in TonTon, in words."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from arena.games.colours import name_card, name_cards
from arena.games.events import Event
from arena.games.narration import name_again, name_seat
from arena.games.tonton.missions import MISSIONS


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
