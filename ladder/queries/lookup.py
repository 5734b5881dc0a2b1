"""Look-ups: the bot, game or season that somebody means; UserError with those that there are."""

from arena.errors import UserError
from ladder.log import Opened
from ladder.matches import Player
from ladder.roster import Roster
from ladder.store.reader import Reader


def find_player(roster: Roster, text: str) -> Player:
    """Return who is meant; UserError with those that there are."""
    player = roster.find(text)
    if player is None:
        known = ", ".join(sorted(roster.by_name)) or "none yet"
        raise UserError(f"There is no bot {text!r} on this ladder; there are: {known}.")
    return player


def find_game_name(opened: Opened, text: str) -> str:
    """Return the game that is meant; UserError if it is not played here."""
    games = [division.game for division in opened.divisions]
    if text not in games:
        raise UserError(f"{text!r} is not played on this ladder; its games are {', '.join(games)}.")
    return text


def read_season(store: Reader, season: int | None) -> Roster:
    """Return who was on the ladder in a season; without a number, who is in the one that goes on.

    UserError if there is no such season.
    """
    roster = store.roster(season)
    return require_season(roster, season)


def require_season(roster: Roster, season: int | None) -> Roster:
    """Return the roster of a season. UserError if it ends with an earlier one."""
    if season is not None and season > roster.season:
        raise UserError(f"There is no season {season} on this ladder; the last is {roster.season}.")
    return roster
