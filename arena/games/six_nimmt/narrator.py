"""What happens in 6 nimmt!, in words."""

from collections.abc import Iterator, Sequence

from arena.games.events import Event
from arena.games.narration import count, name_again, name_seat


def narrate(events: Sequence[Event], seat: int | None) -> Iterator[str]:
    """Word events. A card that is laid and placed among them is told once."""
    # The cards that are laid and not placed yet: where the owner of one has to decide, for long.
    waiting: dict[int, str] = {}
    taken: Event | None = None
    started: list[str] = []
    for event in events:
        who = name_seat(event.seat, seat)
        match event.kind:
            case "laid":
                waiting[event.cards[0]] = who
            case "took_row" | "took_full_row":
                taken = event
            case "placed" | "placed_left":
                (card,) = event.cards
                yield _tell_placed(event, taken, seat, is_laid=card in waiting)
                waiting.pop(card, None)
                taken = None
            case "drafted":
                yield f"{who} drafted {event.cards[0]}."
            case "round_over":
                yield "The round is over."
            case "dealt" if event.seat == seat:
                yield f"You were dealt {' '.join(map(str, event.cards))}."
            case "laid_out":
                yield "All cards lie open, to be drafted."
            case "opened":
                started.append(str(event.cards[0]))
    if started:
        yield f"The rows begin with {', '.join(started)}."
    for card, who in waiting.items():
        yield f"{who} laid {card}."


def _tell_placed(placed: Event, taken: Event | None, seat: int | None, *, is_laid: bool) -> str:
    """Tell where a card went, and the row that its owner took for it if there was one."""
    who, (card,) = name_seat(placed.seat, seat), placed.cards
    if taken is None:
        end = f"the left end of {placed.target}" if placed.kind == "placed_left" else placed.target
        return f"{who} laid {card}; it went to {end}." if is_laid else f"{who} put {card} at {end}."
    row, heads = taken.source, count(-taken.points, "head")
    if taken.kind == "took_full_row":
        done = "laid" if is_laid else "put"
        return f"{who} {done} {card}, the sixth card of {row}, and took it: {heads}."
    if not is_laid:
        return f"{who} took {row} for {card}: {heads}."
    again = name_again(placed.seat, seat)
    return f"{who} laid {card}; it fitted nowhere, so {again} took {row}: {heads}."
