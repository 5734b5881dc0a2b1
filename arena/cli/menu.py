"""The menu of a question at the terminal: legal moves, or parts of one, by number or by name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import UserError
from arena.games.scene import Scene, Touch
from arena.human.choosing import Choosing
from arena.human.events import Question

# More legal moves than this are put together part by part.
_MOST_AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A line of the menu."""

    key: str
    """What is typed for it."""
    name: str
    """What else can be typed for it."""
    note: str
    """What is known of it besides."""
    chosen: int | Touch
    """The index of a move, or a part of one."""
    ends: bool = False
    """It is the move that the parts so far make; an empty line is enough for it."""

    def __str__(self) -> str:
        name = self.name if self.key == self.name else f"{self.key}) {self.name}"
        return f"{name} ({self.note})" if self.note else name


def list_entries(question: Question, choosing: Choosing) -> list[MenuEntry]:
    """Return what can be chosen now, in the order in which people count."""
    scene, moves = question.scene, question.moves
    if not choosing.chosen and len(moves) <= _MOST_AT_ONCE:
        return _number([_name_move(question, index) for index in range(len(moves))])
    parts = [(*_name_part(scene, part), part) for part in choosing.options]
    return [*_number(parts), *_list_complete(question, choosing)]


def find_chosen(question: Question, entries: Sequence[MenuEntry], text: str) -> int | Touch:
    """Return what was typed: an entry, or a move as it is written; UserError if it is neither.

    An empty line is the move that is complete.
    """
    wanted = text.casefold()
    found = [entry for entry in entries if wanted == entry.key]
    found += [entry for entry in entries if wanted == entry.name.casefold()]
    found += [entry for entry in entries if not wanted and entry.ends]
    if found:
        return found[0].chosen
    try:
        return question.find(text)
    except UserError as mistake:
        raise UserError(f"{mistake} Type what stands before a choice, or its name.") from mistake


def name_parts(scene: Scene, parts: Sequence[Touch]) -> str:
    """Return the names of cards and places, in their order."""
    return ", ".join(_name_part(scene, part)[0] for part in parts)


def _list_complete(question: Question, choosing: Choosing) -> Iterator[MenuEntry]:
    """Return what ends the choice here, if that is possible."""
    if (index := choosing.complete) is not None:
        confirms = "Enter confirms" if choosing.chosen else ""
        note = "; ".join(filter(None, (question.guide.notes[index], confirms)))
        yield MenuEntry("0", question.moves[index].text, note, index, ends=bool(choosing.chosen))


def _number(named: Sequence[tuple[str, str, int | Touch]]) -> list[MenuEntry]:
    """Give the entries their keys: what are numbers already, are typed as they are."""
    ordered = sorted(named, key=lambda entry: _count(entry[0]))
    are_numbers = all(name.isdecimal() for name, _, _ in named)
    return [
        MenuEntry(name if are_numbers else str(number), name, note, chosen)
        for number, (name, note, chosen) in enumerate(ordered, start=1)
    ]


def _name_move(question: Question, index: int) -> tuple[str, str, int]:
    """Return a move with what is known of the one thing that it touches, and what it does."""
    move, does = question.moves[index], question.guide.notes[index]
    about = _name_part(question.scene, move.touches[0])[1] if len(move.touches) == 1 else ""
    return move.text, "; ".join(filter(None, (about, does))), index


def _name_part(scene: Scene, part: Touch) -> tuple[str, str]:
    """Return the name of a card or a place, and what is known of it."""
    zone = next(zone for zone in scene.zones if zone.name == part.zone)
    if part.card is None:
        return zone.title, zone.note
    card = zone.cards[part.card]
    return card.name, card.badge


def _count(text: str) -> list[tuple[int, str]]:
    """Return what to sort texts by so that numbers in them count as numbers."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", text)]
