"""Reads a roster: a table of people, as spreadsheets and learning management systems write it.

Its first line names the columns, each by one of its names below, in any case; other columns are
left alone. People of one team are one author.
"""

import codecs
import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import UserError
from arena.foreign_text import quote
from ladder.settings.people import Member, Participant

COLUMNS: Final = {
    "key": ("key",),
    "team": ("team", "group", "groups"),
    "name": ("name", "full name", "student", "student name"),
    "first": ("first name", "given name"),
    "last": ("last name", "surname", "family name"),
    "email": ("email", "email address", "e-mail"),
    "lms": ("lms", "sis user id", "sis login id", "id number", "sid", "username", "id"),
}
"""Names of a column here, in Moodle, Canvas and Gradescope; the first that there is counts."""
_DELIMITERS: Final = ",;\t"
_Row = dict[str, str]


def read_roster(file: Path, content: bytes) -> list[Participant]:
    """Return the authors of a table. UserError with line and column of what is wrong in it."""
    people: dict[str, Participant] = {}
    lines: dict[str, int] = {}
    for line, places, row in _rows(file, _decode(content)):
        member = Member(_name_of(row), row.get("email", ""), row.get("lms", ""))
        ids = {one.casefold() for one in (member.email, member.lms)} - {""}
        if not ids and not row.get("key"):
            # Canvas has a line of the points that one may have.
            continue
        team, key = row.get("team", ""), row.get("key", "")
        # Members of a team may repeat their key beside it.
        once = ("email", "lms") if team else ("email", "lms", "key")
        for column in once:
            if one := row.get(column, "").casefold():
                _require_new(f"{file}, line {line}, column {places[column] + 1}", lines, one, line)
        same = key or team or f"{line}"
        known = people.get(same, Participant(key, team or member.name))
        people[same] = msgspec.structs.replace(known, members=(*known.members, member))
    return [*people.values()]


def _require_new(place: str, lines: dict[str, int], one: str, line: int) -> None:
    if lines.setdefault(one, line) != line:
        raise UserError(
            f"{place}: {quote(one)} stands in line {lines[one]} already; expected each person once,"
            " and a key of several with their team beside it."
        )


def _name_of(row: _Row) -> str:
    return row.get("name") or " ".join(filter(None, (row.get("first"), row.get("last"))))


def _rows(file: Path, text: str) -> Iterator[tuple[int, dict[str, int], _Row]]:
    """Yield the lines of a table by our names of its columns, with its number and their places."""
    head, _, _ = text.partition("\n")
    reader = csv.reader(io.StringIO(text), delimiter=max(_DELIMITERS, key=head.count))
    try:
        places = _find_columns(file, next(reader, []))
        for cells in reader:
            yield (
                reader.line_num,
                places,
                {
                    what: cells[place].strip()
                    for what, place in places.items()
                    if place < len(cells)
                },
            )
    except csv.Error as error:
        raise UserError(f"{file}, line {reader.line_num}: it is no CSV: {error}.") from error


def _find_columns(file: Path, head: list[str]) -> dict[str, int]:
    """Return where the columns are that we know."""
    titles = [title.strip().casefold() for title in head]
    found = {
        what: titles.index(next(name for name in names if name in titles))
        for what, names in COLUMNS.items()
        if {*names} & {*titles}
    }
    if not {"key", "email", "lms"} & {*found}:
        raise UserError(
            f"{file}, line 1: expected a column 'key', 'email' or 'lms', or one of their names in"
            f" docs/course.md; got {', '.join(map(quote, head[:8])) or 'nothing'}."
        )
    return found


def _decode(content: bytes) -> str:
    """Return a text that is in UTF-8 or UTF-16, or else in Latin-1, which any bytes are."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
