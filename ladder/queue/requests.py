"""Requested matches: an author asks for one, unrated, of its bot against bots of its choice.

Or for the review of a match that its bot has played on the ladder.

It is played beside the matches of the season: in the same boxes, on the same clock, by the same
program. But it is in no log, and nothing follows from it: no rating, no bench, no quarantine. The
author who asked for it has its record, and the own bot's output; nobody else but the organiser has.
"""

from collections.abc import Sequence
from datetime import datetime

from arena.errors import NotFound, NotNow, UsedUp, UserError
from arena.games import game_names
from arena.v1 import record_pb2 as rec
from ladder.log.admission import require_day, require_own
from ladder.log.entries import ORGANISER, Limits, Opened
from ladder.log.roster import Roster
from ladder.matches import Division, Player, name_of
from ladder.matchmaking.pairing import Pairing, games_of
from ladder.queue.plans import make_match_plan
from ladder.shares import REQUESTS_WAITING

# --- at the door ---


def plan_request(
    opened: Opened,
    roster: Roster,
    author: str,
    players: Sequence[Player],
    game: str | None,
) -> rec.Plan:
    """Plan a match of the first of these, a bot of the author's, against the others.

    UserError, in a sentence, if it cannot be played, or may not be asked for by this author.
    """
    own, *others = players
    require_asker(roster, author, own)
    if len({*players}) < len(players):
        raise UserError("Each bot is in a match once; name others to play against.")
    obstacles = [find_obstacle(roster, players), *map(roster.why_not_playing, others)]
    for obstacle in filter(None, obstacles):
        raise NotNow(f"{obstacle}; name a bot that plays.")
    division = _find_division(opened, roster, players, game)
    games = games_of(len(players), opened.games_a_match)
    return make_match_plan(opened, roster, Pairing(division, tuple(players), games))


def plan_comparison(
    opened: Opened,
    roster: Roster,
    author: str,
    players: Sequence[Player],
    *,
    old: Player,
    game: str | None,
) -> tuple[rec.Plan, rec.Plan]:
    """Plan the same match for an old version of the author's and for the first of these, the new.

    UserError, in a sentence, if they cannot be compared, or may not be by this author.
    """
    new, *others = players
    if name_of(old) != name_of(new) or old == new:
        raise UserError(f"{old} and {new} are not two versions of one bot, as owl@1 and owl@2 are.")
    if roster.versions[old].digest == roster.versions[new].digest:
        raise UserError(f"{old} and {new} have the same files, so there is nothing to compare.")
    later = plan_request(opened, roster, author, players, game)
    earlier = plan_request(opened, roster, author, (old, *others), later.game)
    earlier.seed = later.seed
    return earlier, later


def require_asker(roster: Roster, author: str, own: Player) -> None:
    """UserError if an author may ask for nothing, or not with this bot."""
    require_own(roster, own, None if author == ORGANISER else author)
    if reason := roster.excluded.authors.get(author):
        raise NotNow(f"{author} is excluded and asks for nothing: {reason}.")


def find_obstacle(roster: Roster, players: Sequence[Player]) -> str:
    """Say why a requested match of these will not be played, as a clause; empty if it will.

    A version of the own bot, the first of them, may be one that its author has withdrawn.
    """
    for player in players:
        if reason := roster.why_excluded(player):
            return f"{player} is excluded: {reason}"
        if roster.versions[player].digest in roster.forgotten:
            return f"{player} is too old: its files are kept no more"
        if player in roster.benched:
            return f"{player} is benched: {roster.benched[player].reason}"
        if player in roster.withdrawn and player != players[0]:
            return f"{player} was withdrawn by its author"
    return ""


def _find_division(
    opened: Opened, roster: Roster, players: Sequence[Player], game: str | None
) -> Division:
    known = opened.games
    if game not in {None, *known}:
        raise NotFound(f"{game!r} is not played on this ladder; its games are {', '.join(known)}.")
    asked = [division for division in opened.divisions if game in {None, division.game}]
    lacks = {division.game: _lack(division, roster, players) for division in asked}
    found = [division for division in asked if not lacks[division.game]]
    if not found:
        raise NotNow(f"They cannot play that: {'; '.join(lacks.values())}.")
    if len(found) > 1:
        games = ", ".join(division.game for division in found)
        raise UserError(f"They can play {games}; say which of these.")
    return found[0]


def _lack(division: Division, roster: Roster, players: Sequence[Player]) -> str:
    """Say why these cannot play a division together, as a clause; empty if they can."""
    for player in players:
        if division.game not in (roster.versions[player].games or game_names()):
            return f"{player} does not play {division.game}"
    if len(players) not in division.seats:
        numbers = " or ".join(map(str, division.seats))
        return f"{division.game} is for {numbers} bots here, and these are {len(players)}"
    return ""


def require_request_limit(
    limits: Limits, author: str, waiting: int, times: Sequence[datetime]
) -> None:
    """UserError if an author may ask for no match now; the organiser always may.

    `waiting` are its requests that wait, `times` when it asked for those of the last 24 hours.
    """
    if waiting >= REQUESTS_WAITING and author != ORGANISER:
        raise UsedUp(
            f"{waiting} requests of {author} wait, and more cannot; ask again when one of them is"
            " done."
        )
    require_day(author, f"ask for {limits.requests_a_day}", times, limits.requests_a_day)
