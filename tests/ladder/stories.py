"""The log of a ladder as a story: entries that follow one another as they may."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from ladder.log.entries import (
    BEGINNING,
    ORGANISER,
    Admitted,
    AnyBody,
    Benched,
    Cancelled,
    Chosen,
    Entered,
    Excluded,
    Frozen,
    Joined,
    Limited,
    Limits,
    LogEntry,
    Paused,
    Planned,
    Played,
    Returned,
    SeasonBegun,
    Voided,
    Withdrawn,
    make_entry,
)
from tests.ladder.ladders import SHORT, open_log

DAY = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
DIGEST = "ab" * 32
OPTIONS = {"limit": "none", "rounds": "1", "variant": "base"}


def played(match: int, **changes: Any) -> Played:
    said: dict[str, Any] = {
        "match": match,
        "season": 1,
        "game": "six_nimmt",
        "options": OPTIONS,
        "players": ("one@1", "two@1"),
        "ranks": ((2, 1), (1, 2), (1, 1), (2, 1)),
        "teams": (),
        "scores": (-12, -3),
        "forfeits": ({}, {"illegal": 1}),
        "attempt": 0,
        "box": "container",
        "allow_missing": (),
        "record": DIGEST,
    }
    return Played(**said | changes)


def planned(match: int, **changes: Any) -> Planned:
    said: dict[str, Any] = {
        "match": match,
        "season": 1,
        "game": "six_nimmt",
        "players": ("one@1", "two@1"),
        "plan": sha256(bytes([match % 256])).hexdigest(),
    }
    return Planned(**said | changes)


STORY: list[AnyBody] = [
    open_log(SHORT),
    Joined("ann"),
    Entered("one@1", "ann", DIGEST, ()),
    Entered("two@1", ORGANISER, "ef" * 32, ("six_nimmt",)),
    planned(1),
    planned(2),
    Voided(1, 0, "no engine"),
    played(1, attempt=1),
    Cancelled(2, "two plays no more"),
    Benched("two@1", "failed in 3 matches one after the other: 3 timeout", (1,)),
    Returned("two@1"),
    Excluded("cheated", player="one@1"),
    Admitted("did not", player="one@1"),
    Excluded("so", author="ann"),
    Admitted("so", author="ann"),
    Excluded("so", bot="two"),
    Admitted("so", bot="two"),
    Excluded("a power cut", match=1),
    Limited(Limits(bots=2)),
    Entered("one@2", "ann", "cd" * 32, ()),
    Chosen("one@1"),
    Withdrawn("one@2"),
    Paused(paused=True),
    Paused(paused=False),
    Frozen(frozen=True),
    SeasonBegun(2, "gauntlet one@1 3", ("one@1", "two@1")),
    planned(3, season=2),
]
# As long as nothing is planned.
# Two bots came in.
BOTS = STORY[:4]


def chain(*bodies: AnyBody, apart: timedelta = timedelta(seconds=1)) -> list[LogEntry]:
    entries: list[LogEntry] = []
    for number, body in enumerate(bodies, start=1):
        before = entries[-1].digest if entries else BEGINNING
        entries.append(make_entry(before, number, DAY + number * apart, body))
    return entries
