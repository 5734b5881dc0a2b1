"""Look-ups: the bot, game or season that somebody means; UserError with those that there are."""

from difflib import get_close_matches
from typing import Final

from arena.errors import NotFound, UserError
from ladder.log.entries import KINDS, Opened
from ladder.log.roster import Roster
from ladder.matches import Player
from ladder.store.reader import Reader

# A sentence names this many bots at most: those whose names are most like what was asked for.
_NAMED: Final = 10


def find_player(roster: Roster, text: str) -> Player:
    """Return who is meant; UserError with those that there are."""
    player = roster.find(text)
    if player is None:
        raise NotFound(f"There is no bot {text!r} on this ladder; {_name_some(roster, text)}.")
    return player


def _name_some(roster: Roster, text: str) -> str:
    names = sorted(roster.by_name)
    if len(names) <= _NAMED:
        return f"there are: {', '.join(names) or 'none yet'}"
    near = get_close_matches(text, names, _NAMED, 0.0)
    return f"there are {len(names)}, such as: {', '.join(near)}"


def find_game_name(opened: Opened, text: str) -> str:
    """Return the game that is meant; UserError if it is not played here."""
    games = opened.games
    if text not in games:
        raise NotFound(f"{text!r} is not played on this ladder; its games are {', '.join(games)}.")
    return text


def find_kinds(*kinds: str | None) -> list[str]:
    """Return the kinds of entries that are meant; what is empty or None means none of them.

    UserError with those that there are.
    """
    found = [kind for kind in kinds if kind]
    for kind in found:
        if kind not in KINDS:
            raise UserError(f"{kind!r} is no kind of entry; there are: {', '.join(sorted(KINDS))}.")
    return found


def read_season(store: Reader, season: int | None) -> Roster:
    """Return who was on the ladder in a season; without a number, who is in the one that goes on.

    UserError if there is no such season.
    """
    roster = store.roster(season)
    return require_season(roster, season)


def require_season(roster: Roster, season: int | None) -> Roster:
    """Return the roster of a season. UserError if it ends with an earlier one."""
    if season is not None and season > roster.season:
        raise NotFound(f"There is no season {season} on this ladder; the last is {roster.season}.")
    return roster
