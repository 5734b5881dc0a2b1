"""Reads a course file: what an organiser decides about a course, in TOML."""

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec

from arena.errors import UserError, saying_why
from arena.match.clock import parse_time_control
from ladder.course.roster import read_roster
from ladder.log.entries import LONGEST_REASON, MOST_GAMES, MOST_LIMIT, Limits, Opened, SaidLimit
from ladder.machine.private import find_exposed
from ladder.matches import Division, read_division
from ladder.matchmaking.written import FINAL, parse_format
from ladder.queries.marks import find_tier
from ladder.settings.about import About, name_logo
from ladder.settings.dates import ActName, PlannedAct, describe_moment, find_moment, find_zone
from ladder.settings.join_code import MOST, JoinCode, check_code, digest_code
from ladder.settings.people import Participant
from ladder.settings.scheme import Scheme, Tier
from ladder.settings.webhook import Webhook
from ladder.store.dates import read_dates
from ladder.store.settings import find_setting, read_setting
from ladder.store.transaction import Transaction

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


# The fields that an act needs, and no more: else a change of one would be one of the act.
_NEEDS: Final[dict[ActName, tuple[str, ...]]] = {
    ActName.OPENING: (),
    ActName.DEADLINE: ("late",),
    ActName.FINAL: ("format", "top"),
    ActName.PUBLISH: ("folder", "wait_hours"),
}


class Dates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a course, by the clocks of its time zone where a moment names no other."""

    opening: datetime | None = None
    deadline: datetime | None = None
    late: Literal["refuse", "keep", "play"] = "refuse"
    """Treatment of uploads after the deadline."""
    final: datetime | None = None
    format: str = FINAL
    """Format of the final."""
    top: Annotated[int, msgspec.Meta(ge=2)] | None = None
    """How many of each board play in the final, from its first place on; None: all that play."""
    publish: datetime | None = None
    folder: str = "site"
    """Folder of the published pages, from the folder of the course file on."""
    wait_hours: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 24
    """For how long, at most, they wait for the last result of the final."""

    def __post_init__(self) -> None:
        try:
            parse_format(self.format)
        except UserError as mistake:
            raise ValueError(str(mistake).removesuffix(".")) from mistake


class LadderRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules by which a ladder is made; they hold for as long as it lasts."""

    divisions: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] | None = None
    """Games that are played, as `ladder init --division` has them."""
    games_a_match: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] | None = None
    clock: str | None = None
    """BANK+INCREMENT, in seconds."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of a course file; anything that it does not name stays as it is."""

    rules: LadderRules = LadderRules()
    title: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """Title of the pages."""
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_REASON)] | None = None
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
    """Receiver of events; without an address they are not posted."""
    join: str | None = None
    """The code by which guests become authors; empty for none."""
    join_end: datetime | None = None
    join_most: Annotated[int, msgspec.Meta(ge=1)] = MOST

    @property
    def join_code(self) -> JoinCode | None:
        """The code as it is kept; None: as it was. ValueError for an end that cannot be."""
        if not self.join:
            return None if self.join is None else JoinCode()
        end = self.join_end and find_moment(self.join_end, self.timezone)
        return JoinCode(digest_code(self.join), end, self.join_most)

    def plan(self, folder: Path = Path()) -> Iterator[PlannedAct]:
        """Yield what is planned, in its order; ValueError for what cannot be."""
        dates, zone = self.dates or Dates(), self.timezone
        for name, its in _NEEDS.items():
            said = getattr(dates, name)
            if said is not None:
                more = {field: getattr(dates, field) for field in its}
                if "folder" in more:
                    more["folder"] = str((folder / dates.folder).resolve())
                yield PlannedAct(name, find_moment(said, zone), zone, **more)


class Course(Written, frozen=True):
    """A course file with what stands in the files beside it."""

    picture: bytes = b""
    """The logo."""


def read_course(file: Path, read: Read) -> Course:
    """Read a course file, with the roster and the logo that it names.

    UserError with the path of what is wrong in it, whatever the ladder is.
    """
    with _naming(file):
        course = _read(file, read)
        _check_secret(file, course, read)
        people, picture = [*course.authors], b""
        if course.roster:
            with _at("roster"):
                roster = file.parent / course.roster
                people += read_roster(roster, _read_file(roster, read))
        _require_once(people, len(course.authors))
        if course.logo:
            with _at("logo"):
                picture = _read_file(file.parent / course.logo, read)
                name_logo(picture)
    said = msgspec.structs.asdict(course) | {"authors": tuple(people)}
    return Course(**said, picture=picture)


def check_course(
    file: Path, course: Course, transaction: Transaction, now: datetime, within: Path | None
) -> None:
    """UserError, with its path, for what a ladder cannot be brought to.

    A moment may be in the past only if it is planned already, as when the file is applied again.
    Pages may be published anywhere, or only `within` a folder.
    """
    connection = transaction.connection
    with _naming(file):
        with _at("timezone"):
            find_zone(course.timezone)
        _require_rules(course.rules, transaction.state.opened)
        _check_about(course, find_setting(connection, About))
        _check_join(course, read_setting(connection, JoinCode()), now)
        _check_plan(course, {act.time for act in read_dates(connection)}, now)
        _check_tiers(course, partial(find_tier, transaction.roster))
        _check_folder(course, within)


def read_scheme(file: Path, find: Callable[[str], object]) -> Scheme:
    """Read of a course file what counts for a mark: it needs no roster.

    UserError, with its path, for a tier's bot for which `find` raises one.
    """
    with _naming(file):
        course = _read(file, Path.read_bytes)
        _check_tiers(course, find)
    return Scheme(course.tiers, newest=course.marks == "newest")


def read_rules(file: Path) -> LadderRules:
    """Read of a course file by what its ladder is made; UserError, with its path, if it cannot."""
    with _naming(file):
        course = _read(file, Path.read_bytes)
        _check_rules(course.rules)
        return course.rules


def _check_rules(rules: LadderRules) -> dict[str, object]:
    """Return what rules say, by its names in the log; UserError, with its path, for a mistake."""
    divisions: list[Division] = []
    for number, text in enumerate(rules.divisions or ()):
        with _at(f"rules.divisions[{number}]"):
            divisions.append(read_division(text))
    if rules.clock is not None:
        with _at("rules.clock"):
            parse_time_control(rules.clock)
    said: dict[str, object] = {"games_a_match": rules.games_a_match, "clock": rules.clock}
    said["divisions"] = tuple(divisions) or None
    return {name: value for name, value in said.items() if value is not None}


def _require_rules(rules: LadderRules, opened: Opened) -> None:
    """UserError, with its path, if a ladder was made by other rules."""
    for name, value in _check_rules(rules).items():
        holds = getattr(opened, name)
        if value != holds:
            shown = "; ".join(one.described for one in holds) if isinstance(holds, tuple) else holds
            said = f"this ladder was made with {shown}, which holds as long as it lasts"
            raise _Mistake(f"rules.{name}", said)


def _check_limits(course: Written) -> None:
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
        raise _Mistake(f"limits.{name}", said)


def _check_about(course: Written, about: About | None) -> None:
    """UserError, with its path, for what pages cannot say, or may say no more."""
    if about is not None and course.names not in {None, about.names}:
        said = f"{about.names!r} was said when the course began, and holds for all of it"
        raise _Mistake("names", said)
    with _at("link"):
        if course.link and urlsplit(course.link).scheme not in {"http", "https"}:
            raise UserError(f"expected an address that begins with https://, got {course.link!r}")


def _check_plan(course: Written, known: set[datetime], now: datetime) -> None:
    """UserError, with its path, for a moment that cannot be, has passed, or is out of order.

    A course may have begun before its file is applied first.
    """
    before = None
    # One after the other, since it is the last of them that is wrong.
    names = [name for name in ActName if getattr(course.dates, name, None) is not None]
    acts = course.plan()
    for name in names:
        with _at(f"dates.{name}"):
            act = next(acts)
        said = describe_moment(act.time, act.zone)
        begun = name is ActName.OPENING and not known
        if act.time <= now and act.time not in known and not begun:
            raise _Mistake(f"dates.{name}", f"{said} has passed; expected a later time")
        if before is not None and act.time <= before.time:
            fault = f"the {name} has to come after the {before.act}; got {said}"
            raise _Mistake(f"dates.{name}", fault)
        before = act


def _check_folder(course: Written, within: Path | None) -> None:
    """UserError, with its path, if pages would be published outside of a folder."""
    folder = (course.dates or Dates()).folder
    with _at("dates.folder"):
        if within is not None and not (within / folder).resolve().is_relative_to(within.resolve()):
            raise UserError(f"expected a folder within that of the ladder, got {folder!r}")


def _check_secret(file: Path, course: Written, read: Read) -> None:
    """UserError if others can read the secret of a file on this machine."""
    secret = "webhook.secret" if course.webhook else "join" if course.join else ""
    if secret and read is Path.read_bytes:
        exposed = find_exposed([file])
        if exposed:
            raise _Mistake(secret, exposed)


def _check_join(course: Written, known: JoinCode, now: datetime) -> None:
    """UserError, with its path, for a code that can be guessed, or that ends before it is new."""
    if course.join:
        with _at("join"):
            check_code(course.join)
    with _at("join_end"):
        code = course.join_code
        if code is not None and code != known and code.end is not None and code.end <= now:
            said = describe_moment(code.end, course.timezone)
            raise UserError(f"{said} has passed; expected a later time")


def _check_tiers(course: Written, find: Callable[[str], object]) -> None:
    """UserError, with its path, for a tier with a bot that nobody has."""
    for number, tier in enumerate(course.tiers):
        with _at(f"tiers[{number}].bot"):
            find(tier.bot)


def _read(file: Path, read: Read) -> Written:
    try:
        said = tomllib.loads(_read_file(file, read).decode("utf-8-sig"))
        course = msgspec.convert(said, Written)
        _check_limits(course)
    except msgspec.ValidationError as error:
        found = _PLACE.search(str(error))
        raise _Mistake(found[1] if found else "", _describe(str(error))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{file} is no TOML: {error}.") from error
    except (ValueError, RecursionError) as error:
        # Numbers of thousands of digits, brackets within brackets without end.
        raise UserError(
            f"{file} cannot be read: a number in it is too long, or its brackets are too deep."
        ) from error
    return course


class _Mistake(UserError):  # noqa: N818 - what it is, not whose
    """A fault in a value of a file, which has a path such as `authors[0].key`."""

    def __init__(self, path: str, said: str) -> None:
        super().__init__(f", {path}: {said}." if path else f": {said}.")


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Name the file in what is said of a value of it."""
    try:
        yield
    except _Mistake as mistake:
        raise UserError(f"{file}{mistake}") from mistake


@contextmanager
def _at(path: str) -> Iterator[None]:
    """Name the path of a value in the error that it causes."""
    try:
        yield
    except (UserError, ValueError) as mistake:
        raise _Mistake(path, str(mistake).removesuffix(".")) from mistake


def _read_file(file: Path, read: Read) -> bytes:
    with saying_why(f"{file} cannot be read"):
        return read(file)


def _describe(said: str) -> str:
    """Return what msgspec has said in the words of a TOML file."""
    text = _PLACE.sub("", said)
    text = re.sub(r"`(\w+)(?: \| null)?`", lambda match: _NAMES.get(match[1], repr(match[1])), text)
    text = text.replace("Object missing", "it lacks the").replace("Object contains", "it has the")
    return text[0].lower() + text[1:]


def _require_once(people: list[Participant], written: int) -> None:
    """Have every key, id and address be one author's; the first of them are `written` here."""
    known: dict[str, str] = {}
    for number, person in enumerate(people):
        for mark in {person.key.casefold(), *person.marks} - {""}:
            if mark in known:
                raise _Mistake(
                    f"authors[{number}]" if number < written else "roster",
                    f"{mark!r} stands for two authors, {known[mark]} and"
                    f" {person.key or person.name}; expected one",
                )
            known[mark] = person.key or person.name
