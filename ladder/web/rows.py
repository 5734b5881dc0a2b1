"""Rows: what an author reads on a ladder that shows each its own row of the boards alone.

It is decided here for every address, before a route is asked. What is not named below is for the
organiser, so nothing new is shown to authors by itself.
"""

import re
from dataclasses import replace
from typing import Final

from ladder.log import Act
from ladder.queries.bots import BotDetails
from ladder.queries.front import Front
from ladder.queries.matches import MatchDetails, keep_changes
from ladder.queries.overview import find_entry
from ladder.queries.snapshot import Snapshot
from ladder.queries.tables import Standings, keep_rows
from ladder.web.access import NOBODY, AccessError, Visitor, current_identity

_REFUSAL: Final = "This ladder shows each author its own rows, bots and matches alone"
# What says nothing of others' results, and what shows each its own.
_OPEN: Final = re.compile(
    r"/((docs|boards)/.*|boards|logo-.+|(games|take-part|play|uploads|requests)(/.*)?|login|logout|submit"
    r"|request|api|mine|act-\w+)?"
    r"|/api/v1/((games|uploads|requests|reviews|tables|acts)(/.*)?|ladder|standings|shares|mine"
    r"|events|openapi\.json)"
)
_BOT: Final = re.compile(r"(?:/api/v1)?/bots/([^/]+)(?:/own|/details)?")
_MATCH: Final = re.compile(r"(?:/api/v1)?/matches/(\d{1,9})(?:\.record|/.+)?")
_ENTRY: Final = re.compile(r"/log/(\d{1,9})")


def standings(snapshot: Snapshot, found: Standings) -> Standings:
    """Return what the sender of a request reads of a board."""
    author = _only_author(snapshot)
    return found if author is None else keep_rows(found, author)


def front(snapshot: Snapshot, found: Front) -> Front:
    """Return what the sender of a request reads of who is in front, and of the last match."""
    if _only_author(snapshot) is None:
        return found
    return replace(found, podiums=(), newest=None)


def bot(snapshot: Snapshot, found: BotDetails) -> BotDetails:
    """Return what the sender of a request reads of a bot: chances tell of others' strengths."""
    return found if _only_author(snapshot) is None else replace(found, chances=())


def match(snapshot: Snapshot, found: MatchDetails) -> MatchDetails:
    """Return what the sender of a request reads of a match."""
    author = _only_author(snapshot)
    if author is None:
        return found
    return replace(found, story=keep_changes(found.story, snapshot.roster, author))


def _only_author(snapshot: Snapshot) -> str | None:
    """Return the author whose rows alone the sender of a request reads; None for all rows."""
    if snapshot.about.rows == "all":
        return None
    visitor = current_identity().visitor
    return None if visitor.is_organiser else visitor.name


def find_refusal(path: str, visitor: Visitor, snapshot: Snapshot) -> AccessError | None:
    """Return why somebody gets no answer at a path; None if it is for them."""
    if visitor.is_organiser or _OPEN.fullmatch(path):
        return None
    if visitor == NOBODY:
        return AccessError(401, f"{_REFUSAL}: log in with your token.")
    return None if _is_own(path, visitor, snapshot) else AccessError(403, f"{_REFUSAL}.")


def _is_own(path: str, visitor: Visitor, snapshot: Snapshot) -> bool:
    """Say whether a page is of the visitor's own bot, match, or decision."""
    roster = snapshot.ladder.roster()
    if bot := _BOT.fullmatch(path):
        player = roster.find(bot[1])
        return player is not None and visitor.owns(roster.author_of(player))
    if match := _MATCH.fullmatch(path):
        played = snapshot.ladder.played(int(match[1]))
        authors = map(roster.author_of, played.played.players) if played else ()
        return any(map(visitor.owns, authors))
    if number := _ENTRY.fullmatch(path):
        entry = find_entry(snapshot.ladder, int(number[1]))
        return entry is not None and isinstance(entry.body, Act) and entry.body.by == visitor.name
    return False
