"""`ladder season`: what is played from now on.

It is an entry of the log, so everybody can see when it was said.
"""

from collections.abc import Iterator

import click

from ladder.acts import Actor
from ladder.cli.output import Shown, showing
from ladder.course.seasons import start_season
from ladder.log.entries import Cancelled, SeasonBegun
from ladder.matchmaking.written import FORMATS, FormatName
from ladder.queries.wording import plural
from ladder.ratings.settled import HOW_SURE
from ladder.store.store import Store


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
@showing("rating")
def season(
    store: Store, *, name: FormatName, times: int, bot: str | None, top: int | None, final: bool
) -> Shown:
    """Begin another season from zero: its boards, and who plays whom."""
    number = store.roster().season + 1
    entries = start_season(
        store, Actor(), number, format=name, times=times, bot=bot, final=final, top=top
    )
    (begun,) = (entry.body for entry in entries if isinstance(entry.body, SeasonBegun))
    cancelled = sum(isinstance(entry.body, Cancelled) for entry in entries)
    answer = {"season": begun.season, "format": begun.format, "players": begun.players}
    more = {"cancelled": cancelled, "entry": entries[-1].number}
    return Shown(answer, _tell(begun, cancelled, final=final), ["run"], more)


def _tell(begun: SeasonBegun, cancelled: int, *, final: bool) -> Iterator[str]:
    who = ", ".join(begun.players) or "everybody that plays"
    yield f"Season {begun.season} has begun, from zero: {begun.format}, of {who}."
    yield HOW_SURE
    if cancelled:
        yield f"{plural(cancelled, 'match', 'matches')} of the season before will not be played."
    if final:
        yield "Submissions are frozen; ladder set --unfreeze lets bots come in again."
