"""`ladder season`: what is played from now on.

It is an entry of the log, so everybody can see when it was said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.errors import UserError
from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import print_json, working
from ladder.queries.wording import plural

if TYPE_CHECKING:
    from ladder.matches import Player
    from ladder.roster import Roster


@click.command(epilog="Example: ladder season --format swiss --times 7")
@click.option(
    "--format",
    "name",
    type=click.Choice(["endless", "round-robin", "swiss", "gauntlet"]),
    default="endless",
    help="Who plays whom.",
)
@click.option("--times", type=click.IntRange(1, 1000), default=1, help="Meetings, rounds.")
@click.option("--bot", help="The one of a gauntlet.")
@click.option("--final", is_flag=True, help="It is the final: no bots come in any more.")
@click.option(
    "--top",
    type=click.IntRange(min=2),
    help="In a final, only the first N of each game's official board. [default: all]",
)
@at_ladder
@as_json
def season(
    *,
    place: str,
    name: str,
    times: int,
    bot: str | None,
    top: int | None,
    final: bool,
    as_json: bool,
) -> None:
    """Begin another season from zero: its boards, and who plays whom."""
    from ladder.due import require_enough
    from ladder.leaderboards import find_finalists
    from ladder.log import Cancelled, SeasonBegun
    from ladder.matchmaking.written import write_format
    from ladder.store.opening import open_store

    if top is not None and not final:
        raise UserError("Only a final is of the first N: ladder season --final --top N.")
    with open_store(place) as store, store.season_lock(), working("rating"):
        roster = store.roster()
        players = () if top is None else find_finalists(store, top)
        player = _find_gauntlet(roster, name, bot, players)
        require_enough(store, players or tuple(roster.active()))
        begun = SeasonBegun(roster.season + 1, write_format(name, times, player), players)
        entries = store.begin_season(begun, f"season {begun.season} has begun", freeze=final)
    cancelled = sum(isinstance(entry.body, Cancelled) for entry in entries)
    if as_json:
        found = {"season": begun.season, "format": begun.format, "players": players}
        print_json(found | {"cancelled": cancelled, "entry": entries[-1].number})
        return
    who = ", ".join(players) if players else "everybody that plays"
    say(f"Season {begun.season} has begun, from zero: {begun.format}, of {who}.")
    if cancelled:
        say(f"{plural(cancelled, 'match', 'matches')} of the season before will not be played.")
    if final:
        say("Submissions are frozen; ladder set --unfreeze lets bots come in again.")
    say(advise("run", program="ladder"))


def _find_gauntlet(
    roster: Roster, name: str, bot: str | None, players: tuple[Player, ...]
) -> Player | None:
    """Return the one of a gauntlet; UserError if it is none, or if nobody is named."""
    from ladder.queries.lookup import find_player

    if (name == "gauntlet") != (bot is not None):
        raise UserError("A gauntlet is of one bot: --format gauntlet --bot NAME.")
    if bot is None:
        return None
    player = find_player(roster, bot)
    if player not in (players or roster.active()):
        why = roster.why_not_playing(player) or f"{player} is not among those of the final"
        raise UserError(f"A gauntlet is of a bot that plays; {why}.")
    return player
