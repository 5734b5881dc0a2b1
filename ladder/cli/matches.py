"""`ladder matches`: what was played, the newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ladder.cli.options import newest
from ladder.cli.output import Shown, make_table, showing

if TYPE_CHECKING:
    from rich.text import Text

    from ladder.queries.matches import MatchLine
    from ladder.store.store import Store


@click.command(epilog="Example: ladder matches --bot owl")
@click.option("--bot", metavar="BOT", help="Only matches of this bot.")
@click.option("--game", help="Only matches of this game.")
@click.option("--season", type=click.IntRange(min=1), help="Only matches of this season.")
@newest
@showing()
def matches(
    store: Store, *, bot: str | None, game: str | None, season: int | None, last: int
) -> Shown:
    """List the matches that were played, the newest first."""
    from ladder.queries.lookup import find_game_name, find_player
    from ladder.queries.matches import list_matches

    player = None if bot is None else find_player(store.roster(), bot)
    if game is not None:
        find_game_name(store.opened(), game)
    found = [*list_matches(store, player=player, game=game, season=season, newest=last)]
    if not found:
        return Shown(found, ["No such match has been played yet."], ["run"])
    rows = ((one.match, one.game, one.games, one.time, _finish(one)) for one in found)
    table = make_table(["#match", "game", "#games", "time (UTC)", "ranks"], rows)
    return Shown(found, [table], ["match", found[0].match])


def _finish(match: MatchLine) -> Text:
    """Return who came where, a player a line, with the games that it forfeited."""
    from rich.text import Text

    lines = []
    for player, rank, forfeits in zip(match.players, match.ranks, match.forfeits, strict=True):
        lines.append(f"{rank} {player}" + (f" ({forfeits} forfeited)" if forfeits else ""))
    return Text("\n".join(lines))
