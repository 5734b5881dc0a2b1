"""`ladder season`: what is played from now on.

It is an entry of the log, so everybody can see when it was said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from arena.terminal.output import say
from ladder.cli.options import at_ladder
from ladder.cli.output import print_json, working
from ladder.matchmaking.written import FORMATS
from ladder.queries.wording import plural
from ladder.ratings.settled import HOW_SURE

if TYPE_CHECKING:
    from ladder.matchmaking.written import FormatName


@click.command(epilog="Example: ladder season --format swiss --times 7")
@click.option(
    "--format",
    "name",
    type=click.Choice(FORMATS),
    default="endless",
    help="The matchmaking.",
)
@click.option(
    "--times",
    type=click.IntRange(1, 1000),
    default=1,
    help="The number of meetings or rounds, or the most matches.",
)
@click.option("--bot", help="The bot that plays the gauntlet.")
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
    name: FormatName,
    times: int,
    bot: str | None,
    top: int | None,
    final: bool,
    as_json: bool,
) -> None:
    """Begin another season from zero: its boards, and who plays whom."""
    from ladder.acts import Actor
    from ladder.course.seasons import start_season
    from ladder.log.entries import Cancelled, SeasonBegun
    from ladder.store.opening import open_store

    with open_store(place) as store, working("rating"):
        number = store.roster().season + 1
        entries = start_season(
            store, Actor(), number, format=name, times=times, bot=bot, final=final, top=top
        )
    (begun,) = (entry.body for entry in entries if isinstance(entry.body, SeasonBegun))
    players = begun.players
    cancelled = sum(isinstance(entry.body, Cancelled) for entry in entries)
    if as_json:
        found = {"season": begun.season, "format": begun.format, "players": players}
        print_json(found | {"cancelled": cancelled, "entry": entries[-1].number})
        return
    who = ", ".join(players) if players else "everybody that plays"
    say(f"Season {begun.season} has begun, from zero: {begun.format}, of {who}.")
    say(HOW_SURE)
    if cancelled:
        say(f"{plural(cancelled, 'match', 'matches')} of the season before will not be played.")
    if final:
        say("Submissions are frozen; ladder set --unfreeze lets bots come in again.")
    say(advise("run", program="ladder"))
