"""The text of a seat: a game as plain lines, for a terminal, a screen reader, or a program.

It is made of the scene and of what the game's narrator says, so it tells a seat no more than these.
Lines are the same word for word wherever they are read. With those before it in its game a question
tells all that its seat may know.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from arena.games.contract import AnyGame
from arena.games.options import read_options
from arena.games.scene import CardColour, Counter, Scene, Zone
from arena.games.words import count


class Word(NamedTuple):
    """A word of a line. Its colour says nothing that the word does not."""

    text: str
    colour: CardColour = ""


class Line(NamedTuple):
    """A line: its head, and the words behind it. A `*` is before what the decision is about."""

    head: str
    words: Sequence[Word]

    def __str__(self) -> str:
        return self.head + " ".join(word.text for word in self.words)


def tell_beginning(game: AnyGame, seats: int, seat: int, options: Mapping[str, str]) -> list[str]:
    """Return what a seat is told once a game: who it is, the options, and the rules in short."""
    chosen = ", ".join(f"{name}={text}" for name, text in sorted(options.items()))
    rules = game.rules_in_short(seats, read_options(game, options))
    return [f"{game.title}: you are seat {seat} of {seats}.", f"options: {chosen}", *rules]


def tell_question(scene: Scene, news: Sequence[str], *, legal: bool = False) -> list[str]:
    """Return a question: what happened since the one before, the table, what is asked.

    With the legal moves, if they are asked for, in the last line.
    """
    moves = scene.decision.moves if scene.decision and legal else ()
    listed = [f"legal: {', '.join(move.text for move in moves)}"] if moves else []
    return [*news, *map(str, describe(scene)), *listed]


def tell_result(scores: Sequence[int], ranks: Sequence[int], unit: str) -> list[str]:
    """Return how a game has ended."""
    return [
        f"score by seat: {', '.join(map(str, scores))} ({unit}; higher is better)",
        f"rank by seat: {', '.join(map(str, ranks))}",
    ]


# --- a scene ---


def describe(scene: Scene) -> Iterator[Line]:
    """Describe a table: the moment, what is everybody's, numbers of all seats, and their cards."""
    yield Line("", _words(_say_moment(scene)))
    for zone in scene.zones:
        if zone.seat is None and (zone.size or zone.layout in {"row", "trick"}):
            yield Line(f"{_mark(zone.marked)}{zone.title}: ", _say_cards(zone))
    for line in (*_count_by_seat(scene), *_say_counters(scene)):
        yield Line("  ", _words(line))
    for seat in range(scene.seats):
        yield from _describe_seat(scene, seat)


def _say_moment(scene: Scene) -> str:
    if scene.decision is None:
        return scene.title
    asked = scene.decision.seats
    if scene.seat in asked:
        return f"{scene.title}; you: {scene.decision.question}"
    who = "seat" if len(asked) == 1 else "seats"
    return f"{scene.title}; {who} {', '.join(map(str, asked))}: {scene.decision.question}"


def _count_by_seat(scene: Scene) -> Iterator[str]:
    """Say how many cards each seat has where they, or the others', are only counted."""
    counted = {zone.title for zone in scene.zones if _is_counted(zone)}
    owned = sorted((zone for zone in scene.zones if zone.title in counted), key=_title)
    for title, zones in groupby((zone for zone in owned if zone.seat is not None), _title):
        yield f"{title} by seat: {_list([zone.size for zone in zones], 'card')}"


def _say_counters(scene: Scene) -> Iterator[str]:
    titles = dict.fromkeys(counter.title for counter in scene.counters)
    for title in titles:
        counters = [counter for counter in scene.counters if counter.title == title]
        if len(counters) == scene.seats > 1:
            yield f"{title} by seat: {_list([counter.value for counter in counters])}"
        else:
            yield from map(_say_counter, counters)


def _say_counter(counter: Counter) -> str:
    whose = "" if counter.seat is None else f" (seat {counter.seat})"
    return f"{counter.title}: {counter.value}{whose}"


def _describe_seat(scene: Scene, seat: int) -> Iterator[Line]:
    """Describe the cards of a seat that can be seen, in one line, its places behind semicolons."""
    parts = [
        [*_words(f"{'* ' if zone.marked else ''}{zone.title.lower()}"), *_say_cards(zone)]
        for zone in scene.zones
        if zone.seat == seat and zone.size and not _is_counted(zone)
    ]
    for part in parts[:-1]:
        part[-1] = part[-1]._replace(text=part[-1].text + ";")
    is_asked = scene.decision is not None and seat in scene.decision.seats
    you = " (you)" if seat == scene.seat else ""
    if parts:
        yield Line(
            f"{_mark(is_asked)}seat {seat}{you}: ", [word for part in parts for word in part]
        )


def _is_counted(zone: Zone) -> bool:
    """Return whether of the cards of a seat's zone only their number is told."""
    return zone.seat is not None and zone.size > 0 and (zone.layout == "stack" or not zone.cards)


def _say_cards(zone: Zone) -> list[Word]:
    """Say the cards of a zone; of a stack how many there are, and the one on top if it is seen."""
    cards = [Word(card.name, card.colour) for card in zone.cards] + [Word("?")] * zone.hidden
    if zone.layout == "stack" and cards:
        top = [] if zone.hidden else [Word("top"), cards[-1]]
        cards = [*_words(f"{count(zone.size, 'card')}{',' if top else ''}"), *top]
    return [*(cards or [Word("-")]), *_words(f"({zone.note})" if zone.note else "")]


def _list(numbers: Sequence[int], unit: str = "") -> str:
    """List a number for each seat; one that all have is said once."""
    if len({*numbers}) > 1:
        return f"{', '.join(map(str, numbers))} {unit}s" if unit else ", ".join(map(str, numbers))
    return f"{count(numbers[0], unit) if unit else numbers[0]} each"


def _title(zone: Zone) -> str:
    return zone.title


def _mark(is_marked: bool) -> str:  # noqa: FBT001 - the one thing that it is about
    return "* " if is_marked else "  "


def _words(text: str) -> list[Word]:
    return list(map(Word, text.split()))
