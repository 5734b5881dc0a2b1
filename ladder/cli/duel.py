"""`ladder bot NAME --against OTHER`: how likely one bot wins a game against another."""

from dataclasses import asdict

from rich.table import Table

from arena.cli.advice import advise
from arena.cli.terminal import say_json
from ladder.cli.opening import find_player, make_console, working
from ladder.leaderboards import read_fits
from ladder.ratings.versus import Versus, versus
from ladder.store.opening import open_store


def show_duel(place: str, name: str, against: str, *, as_json: bool) -> None:
    """Print the chance in every division that both have played, by the official fit."""
    with open_store(place) as store, working("rating"):
        roster = store.roster()
        player, other = (find_player(roster, text) for text in (name, against))
        games = [division.game for division in store.opened().divisions]
        fits = read_fits(store, games, roster)
    found = {game: versus([fit], player, other) for game, fit in fits.items()}
    known = {game: one for game, one in found.items() if one is not None}
    if as_json:
        described = {game: asdict(one) for game, one in known.items()}
        say_json({"player": player, "against": other, "beats": described})
        return
    console = make_console()
    if known:
        console.print(f"How often {player} would win a game against {other}:")
        console.print(_table(known))
        console.print("sure: how likely that is more often than not.")
    else:
        console.print(f"{player} and {other} have not both played the same game in this season.")
    console.print(advise("bot", player, program="ladder"))


def _table(known: dict[str, Versus]) -> Table:
    table = Table("game", "wins", "95 %", "sure", box=None, pad_edge=False)
    for game, one in known.items():
        interval = f"{one.chance.low:.1%} to {one.chance.high:.1%}"
        table.add_row(game, f"{one.chance.value:.1%}", interval, f"{one.certainty:.1%}")
    return table
