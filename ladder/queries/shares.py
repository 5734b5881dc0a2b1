"""Shares: what an author holds and has used within a day, and how much there is of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ladder.log.admission import list_bots
from ladder.log.entries import ORGANISER
from ladder.log.roster import Roster
from ladder.machine.clock import DAY, utc_now
from ladder.settings.about import About
from ladder.shares import DECISIONS_A_DAY, REQUESTS_WAITING, UPLOADS_WAITING, find_most
from ladder.store.store import Ladder

_MB = 1000**2


@dataclass(frozen=True, slots=True)
class ShareUsed:
    """An author's part of one thing that all share."""

    what: str
    used: int
    most: int
    """0: there is no limit."""
    again: datetime | None = None
    """When there is more of it, where all is used and time alone helps."""


def read_shares(store: Ladder, author: str) -> list[ShareUsed]:
    """Return what an author has used; nothing of the organiser, who has no limits."""
    if author == ORGANISER:
        return []
    roster, now = store.roster(), utc_now()
    limits = roster.limits
    waiting, asked = store.requests.count(author, now)
    uploads, seconds = store.uploads.count(author)
    decided = store.arrivals(author, now, "chosen", "withdrawn")
    entered = store.arrivals(author, now, "entered")
    kept = store.count_bytes(roster.digests_of(author))
    return [
        ShareUsed("bots that play", len(list_bots(roster, author)), limits.bots),
        _in_a_day("submissions", entered, limits.submissions_a_day),
        ShareUsed("uploads that wait", uploads, UPLOADS_WAITING),
        ShareUsed("seconds of checks", round(seconds), 0),
        _of_waits(store, roster, author, now),
        _in_a_day("requests", sorted(asked), limits.requests_a_day),
        ShareUsed("requests that wait", waiting, REQUESTS_WAITING),
        _in_a_day("times chosen and withdrawn", decided, DECISIONS_A_DAY),
        ShareUsed("MB of files", -(-kept // _MB), limits.megabytes or 0),
    ]


def _of_waits(store: Ladder, roster: Roster, author: str, now: datetime) -> ShareUsed:
    """Return for how many seconds of a day matches waited for an author's bots."""
    charged = roster.charge(waits for _, waits in store.waits(now - DAY))
    playing = {*map(roster.author_of, roster.active())} - {ORGANISER}
    # If rows are an author's own, a sum of all authors is not told.
    is_told = roster.shares_time and store.setting(About()).rows == "all"
    most = find_most(charged, len(playing)) if is_told else 0
    what = "seconds that matches waited for bots in 24 hours"
    return ShareUsed(what, round(charged.get(author, 0)), round(most))


def _in_a_day(what: str, times: Sequence[datetime], most: int) -> ShareUsed:
    full = most and len(times) >= most
    return ShareUsed(f"{what} in 24 hours", len(times), most, times[-most] + DAY if full else None)
