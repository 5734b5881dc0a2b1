"""`ladder matches`: what was played, the newest first."""

from rich.text import Text

from arena.terminal.advice import advise
from ladder.cli.output import make_console, make_table, print_json
from ladder.queries.lookup import find_game_name, find_player
from ladder.queries.matches import MatchLine, list_matches
from ladder.queries.wording import describe_time
from ladder.store.opening import open_store


def show_matches(
    place: str, bot: str | None, game: str | None, season: int | None, last: int, *, as_json: bool
) -> None:
    with open_store(place) as store:
        player = None if bot is None else find_player(store.roster(), bot)
        if game is not None:
            find_game_name(store.opened(), game)
        matches = list_matches(store, player=player, game=game, season=season, newest=last)
        found = list(matches)
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
    lines = []
    for player, rank, forfeits in zip(match.players, match.ranks, match.forfeits, strict=True):
        lines.append(f"{rank} {player}" + (f" ({forfeits} forfeited)" if forfeits else ""))
    return Text("\n".join(lines))
