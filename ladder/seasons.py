"""The beginning of a season: who plays whom in it, from zero. Said by the organiser, or planned."""

from dataclasses import dataclass

from arena.errors import NotNow, UserError
from ladder.acts import Actor
from ladder.due import find_entrants
from ladder.log import LogEntry, SeasonBegun
from ladder.matches import Player
from ladder.matchmaking.written import GAUNTLET, write_format
from ladder.queries.lookup import find_player
from ladder.roster import Roster
from ladder.store.store import Store


@dataclass(frozen=True, slots=True)
class AskedSeason:
    """A season that somebody wants, in words."""

    format: str = "endless"
    """Format, one of `FORMATS`."""
    times: int = 1
    """Meetings, rounds, or matches."""
    bot: str | None = None
    """The one of a gauntlet."""
    final: bool = False
    """Whether no bots come in any more."""
    top: int | None = None
    """Number of bots of each game's official board that play in a final; None: all that play."""
    number: int | None = None
    """Which season it is to be, so that none begins twice; None: the next."""


def start_season(store: Store, actor: Actor, asked: AskedSeason) -> list[LogEntry]:
    """Begin a season. UserError if it cannot be so, or while one is being played.

    Return the entries: of matches that are cancelled, of the season, and of the freeze of a final.
    """
    if asked.top is not None and not asked.final:
        raise UserError("Only a final is of the first N of each board.")
    with store.season_lock():
        roster = store.roster()
        if asked.number not in {None, roster.season + 1}:
            raise NotNow(f"Season {roster.season} is the last that has begun; look at it first.")
        players = find_entrants(store, asked.top, asked.format)
        player = _find_gauntlet(roster, asked, players)
        written = write_format(asked.format, asked.times, player)
        begun = SeasonBegun(roster.season + 1, written, players, by=actor.name)
        return store.begin_season(begun, f"season {begun.season} has begun", freeze=asked.final)


def _find_gauntlet(
    roster: Roster, asked: AskedSeason, players: tuple[Player, ...]
) -> Player | None:
    """Return the one of a gauntlet; UserError if it is none, or if nobody is named."""
    if (asked.format == GAUNTLET) != (asked.bot is not None):
        raise UserError("A gauntlet is of one bot, which is named; no other season is.")
    if asked.bot is None:
        return None
    player = find_player(roster, asked.bot)
    if player not in (players or roster.active()):
        why = roster.why_not_playing(player) or f"{player} is not among those of the final"
        raise UserError(f"A gauntlet is of a bot that plays; {why}.")
    return player
