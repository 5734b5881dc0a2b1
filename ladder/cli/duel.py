"""`ladder bot NAME --against OTHER`: how likely one bot comes in front of another, by game."""

from dataclasses import asdict

from rich.table import Table

from arena.cli.advice import advise
from arena.cli.terminal import say_json
from ladder.cli.opening import find_player, make_console, working
from ladder.ratings.official import Estimate, fit
from ladder.result import Player
from ladder.roster import Roster
from ladder.store.opening import open_store
from ladder.store.store import Store


def show_duel(place: str, name: str, against: str, *, as_json: bool) -> None:
    """Print the chance in every game that both have played, on record, with its interval."""
    with open_store(place) as store, working("rating"):
        roster = store.roster()
        player, other = (find_player(roster, text) for text in (name, against))
        games = [division.game for division in store.opened().divisions]
        chances = {game: _chance(store, roster, player, other, game) for game in games}
    known = {game: chance for game, chance in chances.items() if chance is not None}
    if as_json:
        described = {game: asdict(chance) for game, chance in known.items()}
        say_json({"player": player, "against": other, "beats": described})
        return
    table = Table("game", f"{player} beats {other}", "95 %", box=None, pad_edge=False)
    for game, chance in known.items():
        table.add_row(game, f"{chance.value:.1%}", f"{chance.low:.1%} to {chance.high:.1%}")
    console = make_console()
    if known:
        console.print(table)
    else:
        console.print(f"{player} and {other} have played no game that both play.")
    console.print(advise("bot", player, program="ladder"))


def _chance(
    store: Store, roster: Roster, player: Player, other: Player, game: str
) -> Estimate | None:
    results = list(roster.counted(store.results(game=game)))
    if not results:
        return None
    found = fit(results)
    both = player in found.players and other in found.players
    return found.beats(player, other) if both else None
