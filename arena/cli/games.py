"""`arena games`: the games with their options and the sample bots that play them."""

from dataclasses import asdict
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from arena.bots.samples import samples_for
from arena.games import AnyGame, find_game, game_names, rules_form
from arena.games.options import describe_options
from arena.terminal.advice import advise
from arena.terminal.console import PlainConsole
from arena.terminal.output import say_json


def show_games(*, as_json: bool) -> None:
    games = [find_game(name) for name in game_names()]
    if as_json:
        say_json([_describe(game) for game in games], indent=2)
        return
    console = PlainConsole()
    for game in games:
        console.print(_draw(game))
    first = games[0]
    console.print(advise("play", first.name, *samples_for(first.name)[:1], "random"))


def _describe(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "rules": rules_form(game.name),
        "options": [asdict(option) for option in describe_options(game)],
        "sample_bots": samples_for(game.name),
    }


def _draw(game: AnyGame) -> Group:
    seats = f"{game.seats[0]} to {game.seats[-1]} seats"
    title = Text.assemble(
        (game.name, "bold"), f"  {game.title}, {seats}, {rules_form(game.name)} rules"
    )
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="")
    table.add_column("  option", no_wrap=True)
    table.add_column("default", no_wrap=True)
    table.add_column("may be")
    table.add_column("meaning")
    for option in describe_options(game):
        table.add_row(f"  {option.name}", option.default, option.choices, option.help)
    return Group(title, table, f"  sample bots: {', '.join(samples_for(game.name))}", "")
