"""Reads a course file: what an organiser decides about a course, in TOML."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec

from arena.errors import UserError
from arena.match.clock import parse_time_control
from ladder.about import About, name_logo
from ladder.acts import LONGEST_TEXT
from ladder.course.roster import read_roster
from ladder.dates import ActName, PlannedAct, describe_moment, find_moment, find_zone
from ladder.log import MOST_GAMES, MOST_LIMIT, Limits, Opened, SaidLimit
from ladder.matches import Division, read_division
from ladder.matchmaking.written import parse_format
from ladder.people import Participant
from ladder.private import find_exposed
from ladder.scheme import Scheme, Tier
from ladder.webhook import Webhook

Read: TypeAlias = Callable[[Path], bytes]
"""Reads a file; OSError if it is not there."""
# `Expected `str`, got `int` - at `$.authors[0].key``, as msgspec says it.
_PLACE: Final = re.compile(r" - at `\$\.?(.*)`$")
_NAMES: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "object": "a table",
    "array": "a list",
    "bool": "true or false",
    "datetime": "a date with a time such as 2026-11-27T23:59:00",
    "date": "a date",
    "time": "a time",
}


class Dates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a course, by the clocks of its time zone where a moment names no other."""

    opening: datetime | None = None
    deadline: datetime | None = None
    late: Literal["refuse", "keep", "play"] = "refuse"
    """What becomes of what comes after the deadline."""
    final: datetime | None = None
    format: str = "endless"
    """Who plays whom in the final."""
    top: Annotated[int, msgspec.Meta(ge=2)] | None = None
    """How many of each board play in the final, from its first place on; None: all that play."""
    publish: datetime | None = None
    folder: str = "site"
    """Where the pages are published, from the folder of the course file on."""

    def __post_init__(self) -> None:
        try:
            parse_format(self.format)
        except UserError as mistake:
            raise ValueError(str(mistake).removesuffix(".")) from mistake


class LadderRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By what a ladder is made; they hold for as long as it lasts."""

    divisions: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] | None = None
    """What is played, as `ladder init --division` has it."""
    games_a_match: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] | None = None
    clock: str | None = None
    """BANK+INCREMENT, in seconds."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a course file says; what it does not name stays as it is."""

    rules: LadderRules = LadderRules()
    title: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """Of the pages."""
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] | None = None
    """On the front page."""
    link: str | None = None
    logo: str | None = None
    """A picture beside the file; empty for none."""
    names: Literal["shown", "pseudonyms"] | None = None
    """Whether others read who an author is; said once, with the first application."""
    rows: Literal["all", "own"] | None = None
    """Whether everybody reads all rows of the boards, or each author its own alone."""
    closed: bool | None = None
    """Whether pages are for those alone who are logged in."""
    announcement: str | None = None
    timezone: str = "UTC"
    """By its name in the IANA's database."""
    dates: Dates | None = None
    """All that is planned; None: as it was."""
    limits: dict[str, Any] = {}
    """By their names; `_check_limits` sees that each is a `SaidLimit`."""
    roster: str | None = None
    """A table of authors beside the file."""
    authors: tuple[Participant, ...] = ()
    marks: Literal["best", "newest"] = "best"
    """Which version of an author's bots counts."""
    tiers: tuple[Tier, ...] = ()
    webhook: Webhook | None = None
    """Where events are posted; without an address nowhere."""

    def plan(self, folder: Path = Path()) -> Iterator[PlannedAct]:
        """Yield what is planned, in its order; ValueError for what cannot be."""
        dates = self.dates or Dates()
        for name in ActName:
            said = getattr(dates, name)
            if said is not None:
                yield _make_act(
                    name, find_moment(said, self.timezone), self.timezone, dates, folder
                )


class Course(Written, frozen=True):
    """A course file with what stands in the files beside it."""

    picture: bytes = b""
    """The logo."""


def _make_act(name: ActName, time: datetime, zone: str, dates: Dates, folder: Path) -> PlannedAct:
    """Return an act with what it needs, and no more: else a change of that would be one of it."""
    match name:
        case ActName.DEADLINE:
            return PlannedAct(name, time, zone, late=dates.late)
        case ActName.FINAL:
            return PlannedAct(name, time, zone, format=dates.format, top=dates.top)
        case ActName.PUBLISH:
            return PlannedAct(name, time, zone, folder=str((folder / dates.folder).resolve()))
        case ActName.OPENING:
            return PlannedAct(name, time, zone)


@dataclass(frozen=True, slots=True)
class _Source:
    """A course file, as its mistakes name it."""

    file: Path

    def mistake(self, path: str, said: str) -> UserError:
        """Return what is wrong with a value, which has a path such as `authors[0].key`."""
        where = f"{self.file}, {path}" if path else f"{self.file}"
        return UserError(f"{where}: {said}.")

    @contextmanager
    def at(self, path: str) -> Iterator[None]:
        """Name the path of a value in the error that it causes."""
        try:
            yield
        except (UserError, ValueError) as mistake:
            raise self.mistake(path, str(mistake).removesuffix(".")) from mistake

    def beside(self, name: str, path: str, read: Read) -> tuple[Path, bytes]:
        """Return a file that this one names, and what is in it."""
        file = self.file.parent / name
        with self.at(path):
            return file, _read_file(file, read)


def read_course(file: Path, read: Read = Path.read_bytes) -> Course:
    """Read a course file, with the roster and the logo that it names.

    UserError with the path of what is wrong in it, whatever the ladder is.
    """
    source, course = _read(file, read)
    if read is Path.read_bytes:
        _check_secret(source, course)
    people, picture = [*course.authors], b""
    if course.roster:
        people += read_roster(*source.beside(course.roster, "roster", read))
    _require_once(source, people, len(course.authors))
    if course.logo:
        _, picture = source.beside(course.logo, "logo", read)
        with source.at("logo"):
            name_logo(picture)
    said = msgspec.structs.asdict(course) | {"authors": tuple(people)}
    return Course(**said, picture=picture)


def check_course(
    file: Path,
    course: Course,
    *,
    opened: Opened,
    known: Collection[PlannedAct],
    about: About | None,
    now: datetime,
    find: Callable[[str], object],
    within: Path | None = None,
) -> None:
    """UserError, with its path, for what a ladder cannot be brought to.

    Its rules are those with which the ladder was `opened`. A moment may be in the past only if it
    is `known`, as when the file is applied again; what it is `about` since then keeps its names. A
    bot of a tier that nobody has `find` raises UserError for. Pages may be published anywhere, or
    only `within` a folder.
    """
    source = _Source(file)
    _require_rules(source, course.rules, opened)
    _check_about(source, course, about)
    _check_plan(source, course, {act.time for act in known}, now)
    _check_tiers(source, course, find)
    _check_folder(source, course, within)


def read_scheme(file: Path, find: Callable[[str], object]) -> Scheme:
    """Read of a course file what counts for a mark: it needs no roster.

    UserError, with its path, for a tier's bot for which `find` raises one.
    """
    source, course = _read(file, Path.read_bytes)
    _check_tiers(source, course, find)
    return Scheme(course.tiers, newest=course.marks == "newest")


def read_rules(file: Path) -> LadderRules:
    """Read of a course file by what its ladder is made; UserError, with its path, if it cannot."""
    source, course = _read(file, Path.read_bytes)
    _check_rules(source, course.rules)
    return course.rules


def _check_rules(source: _Source, rules: LadderRules) -> dict[str, object]:
    """Return what rules say, by its names in the log; UserError, with its path, for a mistake."""
    divisions: list[Division] = []
    for number, text in enumerate(rules.divisions or ()):
        with source.at(f"rules.divisions[{number}]"):
            divisions.append(read_division(text))
    if rules.clock is not None:
        with source.at("rules.clock"):
            parse_time_control(rules.clock)
    said: dict[str, object] = {"games_a_match": rules.games_a_match, "clock": rules.clock}
    said["divisions"] = tuple(divisions) or None
    return {name: value for name, value in said.items() if value is not None}


def _require_rules(source: _Source, rules: LadderRules, opened: Opened) -> None:
    """UserError, with its path, if a ladder was made by other rules."""
    for name, value in _check_rules(source, rules).items():
        holds = getattr(opened, name)
        if value != holds:
            shown = "; ".join(one.described for one in holds) if isinstance(holds, tuple) else holds
            said = f"this ladder was made with {shown}, which holds as long as it lasts"
            raise source.mistake(f"rules.{name}", said)


def _check_limits(source: _Source, course: Written) -> None:
    """UserError, with its path, for a limit that there is not, or that is none."""
    known = Limits.__struct_fields__
    for name, value in course.limits.items():
        said = f"there is no limit {name!r}; expected one of {', '.join(known)}"
        if name in known:
            try:
                msgspec.convert(value, SaidLimit)
                continue
            except msgspec.ValidationError:
                said = f'expected a number from 1 to {MOST_LIMIT:,}, or "none", got {value!r}'
        raise source.mistake(f"limits.{name}", said)


def _check_about(source: _Source, course: Written, about: About | None) -> None:
    """UserError, with its path, for what pages cannot say, or may say no more."""
    if about is not None and course.names not in {None, about.names}:
        said = f"{about.names!r} was said when the course began, and holds for all of it"
        raise source.mistake("names", said)
    if course.link and urlsplit(course.link).scheme not in {"http", "https"}:
        said = f"expected an address that begins with https://, got {course.link!r}"
        raise source.mistake("link", said)


def _check_plan(source: _Source, course: Written, known: set[datetime], now: datetime) -> None:
    """UserError, with its path, for a moment that cannot be, has passed, or is out of order."""
    before = None
    with source.at("timezone"):
        find_zone(course.timezone)
    # One after the other, since it is the last of them that is wrong.
    names = [name for name in ActName if getattr(course.dates, name, None) is not None]
    acts = course.plan()
    for name in names:
        with source.at(f"dates.{name}"):
            act = next(acts)
        said = describe_moment(act.time, act.zone)
        if act.time <= now and act.time not in known:
            raise source.mistake(f"dates.{name}", f"{said} has passed; expected a later time")
        if before is not None and act.time <= before.time:
            fault = f"the {name} has to come after the {before.act}; got {said}"
            raise source.mistake(f"dates.{name}", fault)
        before = act


def _check_folder(source: _Source, course: Written, within: Path | None) -> None:
    """UserError, with its path, if pages would be published outside of a folder."""
    folder = (course.dates or Dates()).folder
    with source.at("dates.folder"):
        if within is not None and not (within / folder).resolve().is_relative_to(within.resolve()):
            raise UserError(f"expected a folder within that of the ladder, got {folder!r}")


def _check_secret(source: _Source, course: Written) -> None:
    """UserError if others can read the secret of a file on this machine."""
    if course.webhook is not None:
        exposed = find_exposed([source.file])
        if exposed:
            raise source.mistake("webhook.secret", exposed)


def _check_tiers(source: _Source, course: Written, find: Callable[[str], object]) -> None:
    """UserError, with its path, for a tier with a bot that nobody has."""
    for number, tier in enumerate(course.tiers):
        with source.at(f"tiers[{number}].bot"):
            find(tier.bot)


def _read(file: Path, read: Read) -> tuple[_Source, Written]:
    source = _Source(file)
    try:
        said = tomllib.loads(_read_file(file, read).decode("utf-8-sig"))
        course = msgspec.convert(said, Written)
        _check_limits(source, course)
    except msgspec.ValidationError as error:
        found = _PLACE.search(str(error))
        raise source.mistake(found[1] if found else "", _describe(str(error))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{file} is no TOML: {error}.") from error
    except (ValueError, RecursionError) as error:
        # Numbers of thousands of digits, brackets within brackets without end.
        raise UserError(
            f"{file} cannot be read: a number in it is too long, or its brackets are too deep."
        ) from error
    return source, course


def _read_file(file: Path, read: Read) -> bytes:
    try:
        return read(file)
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from error


def _describe(said: str) -> str:
    """Return what msgspec has said in the words of a TOML file."""
    text = _PLACE.sub("", said)
    text = re.sub(r"`(\w+)(?: \| null)?`", lambda match: _NAMES.get(match[1], repr(match[1])), text)
    text = text.replace("Object missing", "it lacks the").replace("Object contains", "it has the")
    return text[0].lower() + text[1:]


def _require_once(source: _Source, people: list[Participant], written: int) -> None:
    """Have every key, id and address be one author's; the first of them are `written` here."""
    known: dict[str, str] = {}
    for number, person in enumerate(people):
        for mark in {person.key.casefold(), *person.marks} - {""}:
            if mark in known:
                raise source.mistake(
                    f"authors[{number}]" if number < written else "roster",
                    f"{mark!r} stands for two authors, {known[mark]} and"
                    f" {person.key or person.name}; expected one",
                )
            known[mark] = person.key or person.name
