"""Reads a course file: what an organiser decides about a course, in TOML."""

import re
import tomllib
from pathlib import Path
from typing import Final, Literal

import msgspec

from arena.errors import UserError
from ladder.course.roster import read_roster
from ladder.log import Limits
from ladder.people import Participant
from ladder.queries.marks import Scheme, Tier

# `Expected `str`, got `int` - at `$.authors[0].key``, as msgspec says it.
_PLACE: Final = re.compile(r" - at `\$\.?(.*)`$")
_NAMES: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "object": "a table",
    "array": "a list",
    "bool": "true or false",
}


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a course file says; what it does not name stays as it is."""

    announcement: str | None = None
    limits: dict[str, int] = {}
    roster: str | None = None
    """A table of authors beside the file."""
    authors: tuple[Participant, ...] = ()
    marks: Literal["best", "newest"] = "best"
    """Which version of an author's bots counts."""
    tiers: tuple[Tier, ...] = ()

    def __post_init__(self) -> None:
        known = Limits.__struct_fields__
        for name in self.limits:
            if name not in known:
                raise ValueError(f"there is no limit {name!r}; expected one of {', '.join(known)}")


def read_course(file: Path) -> Course:
    """Read a course file, with the roster that it names.

    UserError with the place of what is wrong in it.
    """
    course = _read(file)
    people = [*course.authors, *(read_roster(file.parent / course.roster) if course.roster else ())]
    _require_once(file, people)
    return msgspec.structs.replace(course, authors=tuple(people))


def read_scheme(file: Path) -> Scheme:
    """Read of a course file what counts for a mark: it needs no roster."""
    course = _read(file)
    return Scheme(course.tiers, newest=course.marks == "newest")


def _read(file: Path) -> Course:
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8-sig")), Course)
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{file} is no TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise UserError(f"{file}: {_describe(str(error))}.") from error


def _describe(said: str) -> str:
    """Return what msgspec has said in the words of a TOML file."""
    text = _PLACE.sub(r", at \1", said)
    text = re.sub(r"`(\w+)(?: \| null)?`", lambda match: _NAMES.get(match[1], repr(match[1])), text)
    text = text.replace("Object missing", "it lacks the").replace("Object contains", "it has the")
    return text[0].lower() + text[1:]


def _require_once(file: Path, people: list[Participant]) -> None:
    """Have every key, id and address be one author's."""
    known: dict[str, str] = {}
    for person in people:
        for mark in {person.key.casefold(), *person.marks} - {""}:
            if mark in known:
                raise UserError(
                    f"{file}: {mark!r} stands for two authors, {known[mark]} and"
                    f" {person.key or person.name}; expected one."
                )
            known[mark] = person.key or person.name
