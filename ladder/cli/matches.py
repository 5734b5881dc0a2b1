"""`ladder matches`: what was played, the newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from arena.terminal.advice import advise
from arena.terminal.options import as_json
from ladder.cli.options import at_ladder, newest
from ladder.cli.output import make_console, make_table, print_json
from ladder.machine.clock import describe_time

if TYPE_CHECKING:
    from rich.text import Text

    from ladder.queries.matches import MatchLine


@click.command(epilog="Example: ladder matches --bot owl")
@click.option("--bot", metavar="BOT", help="Only matches of this bot.")
@click.option("--game", help="Only matches of this game.")
@click.option("--season", type=click.IntRange(min=1), help="Only matches of this season.")
@newest
@at_ladder
@as_json
def matches(
    *,
    place: str,
    bot: str | None,
    game: str | None,
    season: int | None,
    last: int,
    as_json: bool,
) -> None:
    """List the matches that were played, the newest first."""
    from ladder.queries.lookup import find_game_name, find_player
    from ladder.queries.matches import list_matches
    from ladder.store.opening import open_store

    with open_store(place) as store:
        player = None if bot is None else find_player(store.roster(), bot)
        if game is not None:
            find_game_name(store.opened(), game)
        found = [*list_matches(store, player=player, game=game, season=season, newest=last)]
    if as_json:
        print_json(found)
        return
    console = make_console()
    if not found:
        console.print("No such match has been played yet.")
        console.print(advise("run", program="ladder"))
        return
    table = make_table("match", "game", "games", "time (UTC)", "ranks", left=["game", "ranks"])
    for one in found:
        when = describe_time(one.time)[:16]
        table.add_row(str(one.match), one.game, str(one.games), when, _finish(one))
    console.print(table)
    console.print(advise("match", found[0].match, program="ladder"))


def _finish(match: MatchLine) -> Text:
    """Return who came where, a player a line, with the games that it forfeited."""
    from rich.text import Text

    lines = []
    for player, rank, forfeits in zip(match.players, match.ranks, match.forfeits, strict=True):
        lines.append(f"{rank} {player}" + (f" ({forfeits} forfeited)" if forfeits else ""))
    return Text("\n".join(lines))
