"""The beginning of a season: who plays whom in it, from zero. Said by the organiser, or planned."""

from typing import Annotated

from msgspec import Meta

from arena.errors import NotNow, UserError
from ladder.acts import Actor, Name, Number
from ladder.log.entries import LogEntry, SeasonBegun
from ladder.log.roster import Roster
from ladder.matches import Player
from ladder.matchmaking.written import GAUNTLET, FormatName, write_format
from ladder.queries.lookup import find_player
from ladder.season.due import find_players, require_enough
from ladder.store.store import Store


def start_season(
    store: Store,
    actor: Actor,
    number: Number,
    *,
    format: FormatName = "endless",  # noqa: A002
    times: Annotated[int, Meta(ge=1, le=1000)] = 1,
    bot: Name | None = None,
    final: bool = False,
    top: Annotated[int, Meta(ge=2, le=1000)] | None = None,
) -> list[LogEntry]:
    """Begin a season from zero, or the final. With its number, so that none begins twice.

    `times` are meetings, rounds, or the most matches; `top` bots of each game's official board play
    in a final, or all. UserError if it cannot be so, or while one is being played. Return the
    entries: of matches that are cancelled, of the season, and of the freeze of a final.
    """
    if top is not None and not final:
        raise UserError("Only a final is of the first N of each board.")
    with store.season_lock():
        roster = store.roster()
        if number != roster.season + 1:
            raise NotNow(f"Season {roster.season} is the last that has begun; look at it first.")
        players = find_players(store, top, format)
        player = _find_gauntlet(roster, format, bot, players)
        require_enough(store, players)
        written = write_format(format, times, player)
        begun = SeasonBegun(number, written, players, by=actor.name)
        return store.begin_season(begun, f"season {number} has begun", freeze=final)


def _find_gauntlet(
    roster: Roster, season_format: str, bot: str | None, players: tuple[Player, ...]
) -> Player | None:
    """Return the one of a gauntlet; UserError if it is none, or if nobody is named."""
    if (season_format == GAUNTLET) != (bot is not None):
        raise UserError("A gauntlet is of one bot, which is named; no other season is.")
    if bot is None:
        return None
    player = find_player(roster, bot)
    if player not in (players or roster.active()):
        why = roster.why_not_playing(player) or f"{player} is not among those of the final"
        raise UserError(f"A gauntlet is of a bot that plays; {why}.")
    return player
