"""A scene drawn as lines of text, with colours where the terminal has them.

Nothing is told by colour alone: a card has its letter, and what the decision is about a `*`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from arena.games.scene import Card, CardColour, Counter, Scene, Zone

_STYLES: Final[dict[CardColour, str]] = {
    "": "",
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "blue": "bright_blue",
    "purple": "magenta",
    "grey": "",
}


def draw_scene(scene: Scene, width: int = 80) -> Iterator[Text]:
    """Draw a table in lines of at most `width` letters; only a word that is longer sticks out."""
    yield from flow("", _words(_say_moment(scene)), width)
    shared = [zone for zone in scene.zones if zone.seat is None and _is_shown(zone)]
    column = max((len(zone.title) for zone in shared), default=0)
    for zone in shared:
        head = f"{_mark(zone.marked)}{zone.title.ljust(column)}  "
        yield from flow(head, _draw_zone(zone), width)
    for counter in scene.counters:
        if counter.seat is None:
            yield from flow("  ", _words(_say_counter(counter)), width)
    for seat in range(scene.seats):
        yield from _draw_seat(scene, seat, width)


def _say_moment(scene: Scene) -> str:
    if scene.decision is None:
        return scene.title
    seats = ", ".join(map(str, scene.decision.seats))
    who = "seat" if len(scene.decision.seats) == 1 else "seats"
    return f"{scene.title}; {who} {seats}: {scene.decision.question}"


# --- what belongs to a seat ---


def _draw_seat(scene: Scene, seat: int, width: int) -> Iterator[Text]:
    """Draw what a seat has as one paragraph, its parts behind semicolons."""
    is_asked = scene.decision is not None and seat in scene.decision.seats
    you = " (you)" if seat == scene.seat else ""
    parts = [_words(_say_counter(c)) for c in scene.counters if c.seat == seat]
    parts += [
        [*_words(f"{'* ' if zone.marked else ''}{zone.title.lower()}"), *_draw_zone(zone)]
        for zone in scene.zones
        if zone.seat == seat and _is_shown(zone)
    ]
    for part in parts[:-1]:
        part[-1] = part[-1] + ";"
    words = (word for part in parts for word in part)
    yield from flow(f"{_mark(is_asked)}seat {seat}{you}  ", words, width)


def _say_counter(counter: Counter) -> str:
    return f"{counter.title.lower()}: {counter.value}"


# --- zones and cards ---


def _is_shown(zone: Zone) -> bool:
    """Return whether a zone is drawn: of what is empty only hands and the rows of all."""
    return bool(zone.cards) or zone.layout == "fan" or (zone.layout == "row" and zone.seat is None)


def _draw_zone(zone: Zone) -> list[Text]:
    cards = _draw_stack(zone.cards) if zone.layout == "stack" else list(map(_draw_card, zone.cards))
    note = _words(f"({zone.note})") if zone.note else []
    return [*(cards or [Text("-")]), *note]


def _draw_stack(cards: tuple[Card, ...]) -> list[Text]:
    """Say how many cards there are, and which is on top if that can be seen."""
    top = [] if not cards or cards[-1].hidden else [_draw_card(cards[-1])]
    if len(cards) <= 1:
        return top or _words("1 card" if cards else "")
    return [*_words(f"{len(cards)} cards{', top' if top else ''}"), *top]


def _draw_card(card: Card) -> Text:
    return Text("?" if card.hidden else card.name, _STYLES[card.colour])


# --- lines ---


def _mark(is_marked: bool) -> str:  # noqa: FBT001 - the one thing that it is about
    return "* " if is_marked else "  "


def _words(text: str) -> list[Text]:
    return list(map(Text, text.split()))


def flow(head: str, words: Iterable[Text], width: int) -> Iterator[Text]:
    """Set words in lines, the first behind the head, and the others under it."""
    line: list[Text] = []
    length = len(head)
    for word in words:
        if line and length + 1 + len(word) > width:
            yield Text(head) + Text(" ").join(line)
            head, line, length = " " * len(head), [], len(head)
        length += len(word) + bool(line)
        line.append(word)
    yield Text(head) + Text(" ").join(line)
