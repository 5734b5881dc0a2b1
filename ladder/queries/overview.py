"""The ladder as a whole: its rules, where it stands, and the entries of its log as sentences."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.errors import NotFound
from ladder.log.entries import Act, Limits, LogEntry, kind_of
from ladder.matches import Division
from ladder.season.state import count_final
from ladder.settings.about import About
from ladder.settings.dates import ActName, PlannedAct, local_time
from ladder.store.reader import Reader

_LATE: Final = {
    "refuse": "Later uploads are not taken.",
    "keep": "Later uploads are kept, and not played.",
    "play": "Later uploads are marked as late.",
}


@dataclass(frozen=True, slots=True)
class DateLine:
    """Something that is planned, or that was and is done."""

    act: str
    """`opening`, `deadline`, `final` or `publish`."""
    time: datetime
    """In UTC."""
    zone: str
    """The time zone of the course."""
    local: str
    """The time by the clocks of the course."""
    text: str
    """The event, in a sentence."""
    state: str
    """How far it has come: `planned`, `done`, or of a final `playing 12 of 40` and `over`, unless
    each author reads its own rows alone."""


def list_dates(store: Reader) -> tuple[DateLine, ...]:
    """Return what is planned, the first first."""
    lines = []
    for act, done in store.dates().items():
        state = _find_state(store, act) if done else "planned"
        local = local_time(act.time, act.zone)
        lines.append(DateLine(act.act, act.time, act.zone, local, _describe(act), state))
    return tuple(lines)


def _find_state(store: Reader, act: PlannedAct) -> str:
    """Return how far something has come that was begun."""
    if act.act is not ActName.FINAL or store.setting(About()).rows == "own":
        return "done"
    played, matches = count_final(store)
    if matches is None:
        return f"playing, {played:,} so far"
    return "over" if played == matches else f"playing {played:,} of {matches:,}"


def _describe(act: PlannedAct) -> str:
    match act.act:
        case ActName.OPENING:
            return "Authors may hand in from then on."
        case ActName.DEADLINE:
            return _LATE[act.late]
        case ActName.FINAL:
            who = f"the first {act.top} of each board" if act.top else "all bots that play"
            return f"The final begins from zero, {act.format}, of {who}."
        case ActName.PUBLISH:
            return "The pages are published, after the last result of a final."


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a ladder, its games and limits, and its present state."""

    divisions: tuple[Division, ...]
    games_a_match: int
    clock: str
    limits: Limits
    season: int
    format: str
    frozen: bool
    paused: bool
    announcement: str
    """The organiser's announcement to everybody; empty for nothing."""
    about: About
    """The course's words about itself."""
    dates: tuple[DateLine, ...]
    """The planned dates."""
    authors: int
    bots: int
    """How many play; like all below but versions empty for who reads its own rows alone."""
    versions: int
    """How many ever came in."""
    matches: int
    """How many were played."""
    waiting: int
    """How many are planned and not played."""
    entries: int
    digest: str
    """The digest of the last entry."""


def read_rules(store: Reader) -> Rules:
    opened, roster = store.opened(), store.roster()
    entries, digest = store.head()
    season = roster.seasons[-1]
    return Rules(
        divisions=opened.divisions,
        games_a_match=opened.games_a_match,
        clock=opened.clock,
        limits=roster.limits,
        season=season.season,
        format=season.format,
        frozen=roster.frozen,
        paused=roster.paused,
        announcement=roster.announcement,
        about=store.setting(About()),
        dates=list_dates(store),
        authors=len(roster.authors),
        bots=len(roster.active()),
        versions=len(roster.versions),
        matches=store.count_results(),
        waiting=len(store.queue()),
        entries=entries,
        digest=digest,
    )


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log as a sentence."""

    number: int
    time: datetime
    kind: str
    text: str
    by: str
    """The author or ORGANISER that decided it; empty for an event without a decision."""
    digest: str


def list_log(
    store: Reader,
    *,
    kinds: Iterable[str] = (),
    newest: int | None = None,
    before: int | None = None,
) -> Iterator[LogLine]:
    """Yield the entries of these kinds, or of all, before one of them, the newest first."""
    last = None if before is None else before - 1
    for entry in store.entries(last=last, kinds=list(kinds), newest_first=True, most=newest):
        yield describe_entry(entry)


def describe_entry(entry: LogEntry) -> LogLine:
    """Return an entry as a sentence."""
    body = entry.body
    by = body.by if isinstance(body, Act) else ""
    return LogLine(entry.number, entry.time, kind_of(body), str(body), by, entry.digest)


def read_entry(store: Reader, number: int) -> LogLine:
    """Return an entry as a sentence. UserError if there is none yet."""
    entry = next(store.entries(number - 1, number), None)
    if entry is None:
        raise NotFound(f"There is no entry {number}; the log has {store.head()[0]:,}.")
    return describe_entry(entry)
