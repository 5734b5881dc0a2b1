"""Rows: what an author reads on a ladder that shows each its own row of the boards alone.

It is decided here for every address, before a route is asked. Any address that is not named below
is for the organiser, so nothing new is shown to authors by itself. Nothing that is named follows
from others' results, but for an author's own matches, and what the boards say of its own bots.
"""

import re
from dataclasses import replace
from typing import Final

from ladder.log.entries import ORGANISER
from ladder.log.roster import Roster
from ladder.queries.bots import BotDetails
from ladder.queries.front import Front
from ladder.queries.games import GameDetails
from ladder.queries.matches import MatchDetails, keep_changes
from ladder.queries.overview import LogLine, Rules
from ladder.queries.snapshot import Snapshot
from ladder.settings.about import About
from ladder.store.reader import Reader
from ladder.web.access import NOBODY, AccessError, Visitor, current_identity

_REFUSAL: Final = "This ladder shows each author its own rows, bots and matches alone"
# The rules and the documents, what is one's own, and what one does oneself.
_OPEN: Final = re.compile(
    r"/(docs(/.*)?|logo-[^/]+|api|take-part(/starter\.zip|/wheel)?|play(/[^/]+)?|login|logout|join|mine|agents\.txt"
    r"|submit|request|(uploads|requests)(/\d+(\.record)?)?|act-(choose|return|withdraw))?"
    r"|(/api/v1)?/games(/[^/]+)?"
    r"|/api/v1/(openapi\.json|ladder|mine|shares|reviews|acts/(choose|return|withdraw)"
    r"|(uploads|requests)(/\d+(/record|/replay)?)?"
    r"|tables(/[^/]+(/(moves|hint|replay|review|record))?)?)"
)
_BOT: Final = re.compile(r"(?:/api/v1)?/bots/([^/]+)(?:/own|/details)?")
_MATCH: Final = re.compile(
    r"(?:/api/v1)?/matches/(\d{1,9})"
    r"(?:\.record|/(?:record|replay|details|review)|/log/([^/]+)(?:/replay)?)?"
)


def sees_all(about: About) -> bool:
    """Say whether the sender of a request reads of all authors."""
    return about.rows == "all" or current_identity().visitor.is_organiser


def roster(store: Reader) -> Roster:
    """Return the bots that the sender of a request may name."""
    visitor = current_identity().visitor
    return store.roster_for(ORGANISER if visitor.is_organiser else visitor.name)


def rules(about: About, found: Rules) -> Rules:
    """Return what the sender of a request reads of a ladder."""
    if sees_all(about):
        return found
    return replace(found, bots=0, matches=0, waiting=0, entries=0, digest="")


def front(about: About, found: Front) -> Front:
    """Return what the sender of a request reads of who is in front, and of the last match."""
    if sees_all(about):
        return found
    return replace(found, podiums=(), newest=None, newcomer=None, upset=None, playing=0)


def game(about: About, found: GameDetails) -> GameDetails:
    """Return what the sender of a request reads of a game: statistics are of others' matches."""
    return found if sees_all(about) else replace(found, statistics=None)


def bot(about: About, found: BotDetails) -> BotDetails:
    """Return what the sender of a request reads of a bot: chances tell of others' strengths."""
    return found if sees_all(about) else replace(found, chances=())


def match(snapshot: Snapshot, found: MatchDetails) -> MatchDetails:
    """Return what the sender of a request reads of a match."""
    if sees_all(snapshot.about):
        return found
    author = current_identity().visitor.name
    return replace(found, story=keep_changes(found.story, snapshot.roster, author))


def entry(about: About, found: LogLine) -> LogLine:
    """Return what the sender of a request reads of what it has decided, apart from the log."""
    return found if sees_all(about) else replace(found, number=0, digest="")


def find_refusal(path: str, visitor: Visitor, snapshot: Snapshot) -> AccessError | None:
    """Return why somebody gets no answer at a path; None if it is for them."""
    if visitor.is_organiser or _OPEN.fullmatch(path):
        return None
    if visitor == NOBODY:
        return AccessError(401, f"{_REFUSAL}: log in with your token.")
    return None if _is_own(path, visitor, snapshot) else AccessError(403, f"{_REFUSAL}.")


def _is_own(path: str, visitor: Visitor, snapshot: Snapshot) -> bool:
    """Say whether a page is of the visitor's own bot or match."""
    known = snapshot.ladder.roster()

    def owns(name: str) -> bool:
        player = known.find(name)
        return player is not None and visitor.owns(known.author_of(player))

    if named := _BOT.fullmatch(path):
        return owns(named[1])
    if numbered := _MATCH.fullmatch(path):
        played = snapshot.ladder.played(int(numbered[1]))
        its_own = played is not None and any(map(owns, played.played.players))
        return its_own and (numbered[2] is None or owns(numbered[2]))
    return False
