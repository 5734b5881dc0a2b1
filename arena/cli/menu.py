"""The menu of a question at the terminal: legal moves, or parts of one, by number or by name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import UserError
from arena.games.scene import LegalMove, Scene, Touch
from arena.human.events import Question

# More legal moves than this are put together part by part.
_MOST_AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A line of the menu."""

    key: str
    """The text to type for it."""
    name: str
    """The name, which can be typed instead."""
    note: str
    """A note on it."""
    chosen: int | Touch
    """The index of a move, or a part of one."""

    def __str__(self) -> str:
        name = self.name if self.key == self.name else f"{self.key}) {self.name}"
        return f"{name} ({self.note})" if self.note else name


def continue_move(
    moves: Sequence[LegalMove], chosen: tuple[Touch, ...]
) -> tuple[list[Touch], int | None]:
    """Return which parts can be chosen after these, and the index of the move that they make.

    With any of those parts there is a legal move to come to. None if these make no move yet.
    """
    # If the order of its parts makes another move of it, they are chosen in that order.
    ordered = len({frozenset(move.touches) for move in moves}) < len(moves)
    parts: dict[Touch, None] = {}
    made = None
    for index, move in enumerate(moves):
        begun = move.touches[: len(chosen)] if ordered else {*chosen} & {*move.touches}
        if begun == (chosen if ordered else {*chosen}):
            rest = [touch for touch in move.touches if touch not in chosen]
            parts.update(dict.fromkeys(rest[:1] if ordered else rest))
            made = index if made is None and not rest else made
    return [*parts], made


def list_entries(question: Question, chosen: tuple[Touch, ...]) -> list[MenuEntry]:
    """Return what can be chosen after these parts, in the order in which people count.

    The move that they make has the key 0.
    """
    scene, moves, notes = question.scene, question.moves, question.guide.notes
    if not chosen and len(moves) <= _MOST_AT_ONCE:
        return _number([_name_move(question, index) for index in range(len(moves))])
    parts, made = continue_move(moves, chosen)
    entries = _number([(*_name_part(scene, part), part) for part in parts])
    if made is not None:
        note = "; ".join(filter(None, (notes[made], "Enter confirms" if chosen else "")))
        entries.append(MenuEntry("0", moves[made].text, note, made))
    return entries


def find_chosen(
    question: Question, entries: Sequence[MenuEntry], text: str, *, empty: str
) -> int | Touch:
    """Return what was typed: an entry, or a move as it is written; UserError if it is neither.

    An empty line is the entry with the key `empty`.
    """
    wanted = text.casefold()
    found = {entry.name.casefold(): entry.chosen for entry in reversed(entries)}
    found |= {entry.key: entry.chosen for entry in entries}
    if (key := wanted or empty) in found:
        return found[key]
    try:
        return question.find(text)
    except UserError as mistake:
        raise UserError(f"{mistake} Type what stands before a choice, or its name.") from mistake


def name_parts(scene: Scene, parts: Sequence[Touch]) -> str:
    """Return the names of cards and places, in their order."""
    return ", ".join(_name_part(scene, part)[0] for part in parts)


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
