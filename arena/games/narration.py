"""Words that narrators share: how a seat is called, and how things are counted."""


def name_seat(event_seat: int | None, seat: int | None) -> str:
    """Return how a seat begins a sentence that is told to another one: "You" or "Seat 2"."""
    return "You" if event_seat == seat else f"Seat {event_seat}"


def name_again(event_seat: int | None, seat: int | None) -> str:
    """Return how a seat is called within a sentence."""
    return "you" if event_seat == seat else f"seat {event_seat}"


def count(number: int, what: str) -> str:
    """Return how many there are: "1 head", "3 heads"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
