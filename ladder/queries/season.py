"""The season: what is being played, what waits, how fast it goes, and what was void and why."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, pairwise
from typing import Final

from ladder.log.entries import Voided
from ladder.matches import Player
from ladder.queries.live import SeasonPulse
from ladder.queries.overview import Rules, read_rules
from ladder.queries.snapshot import Snapshot

_HOURS: Final = 24
# This many of what waits are told, and this many of what was void.
_WAITING: Final = 100
_VOIDS: Final = 20


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match that has no result yet."""

    match: int
    game: str
    players: tuple[Player, ...]
    voids: int
    """How often it was void by a failure of ours."""
    reason: str
    """Why it was not played the last time that it was to be; empty if it was not tried."""


@dataclass(frozen=True, slots=True)
class HourCount:
    """How many matches went into the log in an hour."""

    hour: datetime
    """When it begins, in UTC."""
    matches: int


@dataclass(frozen=True, slots=True)
class VoidLine:
    """A match that was void, and why."""

    match: int
    time: datetime
    attempt: int
    """Which attempt at playing it this was, from 1."""
    reason: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season, by its number, who plays whom in it, and when it began."""

    season: int
    format: str
    began: datetime


@dataclass(frozen=True, slots=True)
class SeasonProgress:
    """A ladder's season as it goes on."""

    rules: Rules
    last: datetime
    """When the last entry went into the log, in UTC."""
    playing: tuple[PlannedMatch, ...]
    """The matches in play, or those in play when the season was killed."""
    waiting: tuple[PlannedMatch, ...]
    """The first 100 of what waits."""
    hours: tuple[HourCount, ...]
    """The last 24, the oldest first; the hour that goes on is the last."""
    voids: tuple[VoidLine, ...]
    """The last 20, the newest first."""
    seasons: tuple[SeasonLine, ...]
    """All of them, the newest first."""
    season: SeasonPulse
    """Whether one runs, and where."""


def read_season_progress(snapshot: Snapshot) -> SeasonProgress:
    store = snapshot.store
    (last,) = store.entries(snapshot.last - 1, snapshot.last)
    queued = {
        one.match: PlannedMatch(one.match, one.plan.game, one.players, one.voids, one.reason)
        for one in store.queue()
    }
    playing = {*snapshot.begun}
    waiting = (one for match, one in queued.items() if match not in playing)
    return SeasonProgress(
        rules=read_rules(store),
        last=last.time,
        playing=tuple(queued[match] for match in snapshot.begun if match in queued),
        waiting=tuple(islice(waiting, _WAITING)),
        hours=tuple(_count_hours(snapshot)),
        voids=tuple(_voids(snapshot)),
        seasons=tuple(_seasons(snapshot)),
        season=snapshot.season,
    )


def _count_hours(snapshot: Snapshot) -> list[HourCount]:
    now = snapshot.time.replace(minute=0, second=0, microsecond=0)
    hours = [now - timedelta(hours=ago) for ago in range(_HOURS - 1, -2, -1)]
    counts = [snapshot.store.results_before(hour)[1] for hour in hours]
    return [
        HourCount(hour, after - before)
        for hour, (before, after) in zip(hours, pairwise(counts), strict=False)
    ]


def _voids(snapshot: Snapshot) -> list[VoidLine]:
    entries = snapshot.store.entries(kinds=["voided"], newest_first=True, most=_VOIDS)
    return [
        VoidLine(entry.body.match, entry.time, entry.body.attempt + 1, entry.body.reason)
        for entry in entries
        if isinstance(entry.body, Voided)
    ]


def _seasons(snapshot: Snapshot) -> list[SeasonLine]:
    began = snapshot.store.entries(kinds=["opened", "begun"], newest_first=True)
    seasons = zip(reversed(snapshot.roster.seasons), began, strict=True)
    return [SeasonLine(one.season, one.format, entry.time) for one, entry in seasons]
