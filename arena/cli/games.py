"""`arena games`: the games with their options and the sample bots that play them."""

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from arena.bots.samples import samples_for
from arena.games import AnyGame, find_game, game_names, rules_form
from arena.games.options import describe_options
from arena.terminal.shown import Shown


def show_games() -> Shown:
    games = [find_game(name) for name in game_names()]
    first = games[0].name
    advice = ["play", first, *samples_for(first)[:1], "random"]
    return Shown([*map(_describe, games)], map(_draw, games), advice)


def _describe(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": game.seats,
        "rules": rules_form(game.name),
        "options": describe_options(game),
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
