"""Planned acts: what happens on a ladder at a moment that everybody knows before.

They stand beside the log, which has only what came of them.
"""

from collections.abc import Iterable
from datetime import MAXYEAR, MINYEAR, UTC, datetime, tzinfo
from enum import StrEnum
from typing import ClassVar, Literal
from zoneinfo import ZoneInfo

import msgspec

from ladder.machine.clock import describe_time


class ActName(StrEnum):
    """Acts that can be planned, in the order of their times."""

    OPENING = "opening"
    """Authors may hand in from then on."""
    DEADLINE = "deadline"
    """Uploads from then on are late."""
    FINAL = "final"
    """A season begins in which the bots are those that have come in by then."""
    PUBLISH = "publish"
    """The pages are written into a folder."""


class PlannedAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act of the plan, with all that it needs to be carried out."""

    act: ActName
    time: datetime
    """In UTC."""
    zone: str = "UTC"
    """The time zone of the course, by its name."""
    late: Literal["refuse", "keep", "play"] = "refuse"
    """Treatment of late uploads: `keep` has them wait for another deadline."""
    format: str = "endless"
    """Format of a final."""
    top: int | None = None
    """How many of each board play in a final, from its first place on; None: all that play."""
    folder: str = ""
    """Folder of the published pages."""
    wait_hours: int = 24
    """For how long, at most, the pages wait for the last result of a final."""
    published: int = 0
    """Up to which entry of the log they were published."""

    def __str__(self) -> str:
        return f"{self.act}: {describe_moment(self.time, self.zone)}"


class Calendar(msgspec.Struct, frozen=True):
    """The planned acts of a ladder, each with whether it was carried out."""

    setting: ClassVar[str] = "dates"
    acts: tuple[tuple[PlannedAct, bool], ...] = ()


def find_zone(name: str) -> tzinfo:
    """Return a time zone by its name in the IANA's database. ValueError if there is none."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (LookupError, OSError, ValueError) as error:
        raise ValueError(
            f"there is no time zone {name!r} here; expected one such as 'Europe/Berlin'"
        ) from error


def find_moment(said: datetime, zone: str) -> datetime:
    """Return a moment in UTC. ValueError if clocks of the zone never show it, or show it twice."""
    if not MINYEAR < said.year < MAXYEAR:
        raise ValueError(f"expected a year from {MINYEAR + 1} to {MAXYEAR - 1}, got {said}")
    if said.tzinfo is not None:
        return said.astimezone(UTC)
    first, second = (said.replace(tzinfo=find_zone(zone), fold=fold) for fold in (0, 1))
    moment = first.astimezone(UTC)
    if moment.astimezone(first.tzinfo).replace(tzinfo=None) != said:
        raise ValueError(f"clocks in {zone} never show {said}: they are put forward then")
    if first.utcoffset() != second.utcoffset():
        raise ValueError(
            f"clocks in {zone} show {said} twice; write which, as {first.isoformat()} or"
            f" {second.isoformat()}"
        )
    return moment


def local_time(moment: datetime, zone: str) -> str:
    """Return a moment by the clocks of a zone."""
    return f"{moment.astimezone(find_zone(zone)):%a %Y-%m-%d %H:%M}"


def describe_moment(moment: datetime, zone: str) -> str:
    """Return a moment by the clocks of a course, and in UTC."""
    text = f"{local_time(moment, zone)} ({zone})"
    return text if zone == "UTC" else f"{text}, {describe_time(moment)}"


def find_act(acts: Iterable[PlannedAct], name: ActName) -> PlannedAct | None:
    """Return what is planned of this name, if it is."""
    return next((one for one in acts if one.act is name), None)


def why_not_now(acts: Iterable[PlannedAct], now: datetime) -> str:
    """Say why authors hand in nothing at a moment, as a sentence without its stop; else empty."""
    for act in acts:
        said = describe_moment(act.time, act.zone)
        if act.act is ActName.OPENING and now < act.time:
            return f"Bots come in from {said} on; hand in then"
        if act.act is ActName.DEADLINE and act.late == "refuse" and now >= act.time:
            return f"The deadline was {said}; nothing is taken any more"
    return ""
