"""`ladder estimate`: what an event will tell, before it is played."""

from rich.text import Text

from arena.games import find_game
from arena.terminal.advice import advise
from ladder.cli.output import make_console, make_table, print_json
from ladder.queries.estimate import EventEstimate, Forecast, estimate_event
from ladder.queries.wording import plural
from ladder.store.opening import open_store

_HOW_TO_READ = Text("""\
±: half of a 95 % interval, in points of the chance to win a game among equals.
In order: how often the better one of two neighbours is in front; tau, of all
pairs: 1 all in order, 0 by chance. For fields as spread as those of
bench.luck; of bots that are nearer to each other it tells less.""")
_NO_RANK = Text("–: with fewer than 62 games a bot has no rank.")


def show_estimate(
    place: str, bots: int, hours: float, machines: int, speed: float | None, *, as_json: bool
) -> None:
    """Print what the boards will be worth, by how many machines play."""
    with open_store(place) as store:
        found = estimate_event(store, bots, hours, machines, speed)
    if as_json:
        print_json(found)
    else:
        _print(found, bots, hours)


def _print(found: EventEstimate, bots: int, hours: float) -> None:
    console = make_console()
    whence = "as the last ones here" if found.measured else "as you say"
    console.print(
        f"{plural(bots, 'bot')}, {hours:g} hours; {found.matches_an_hour:,.0f} matches an hour on a"
        f" machine, {whence}:"
    )
    columns = ("machines", "matches", "a bot", "game", "games a bot", "±", "in order", "tau")
    table = make_table(*columns, left=["game"])
    for one in found.machines:
        first = [f"{one.machines:,}", f"{one.matches:,}", f"{one.matches_a_bot:,}"]
        for number, game in enumerate(one.games):
            table.add_row(*(first if number == 0 else ["", "", ""]), *_cells(game))
    console.print(table)
    console.print(_HOW_TO_READ)
    if not all(game.ranked for one in found.machines for game in one.games):
        console.print(_NO_RANK)
    console.print(advise("run", program="ladder"))


def _cells(game: Forecast) -> list[str]:
    return [
        find_game(game.game).title,
        f"{game.games_a_bot:,}" + ("" if game.ranked else " –"),
        f"{game.half_width:.1%}",
        f"{game.neighbours:.0%}",
        f"{game.tau:.2f}",
    ]
