"""`arena games`: the games with their options."""

import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from arena.cli.advice import advise
from arena.games import find_game, game_names
from arena.games.options import describe_options


def show_games(*, as_json: bool) -> None:
    games = [find_game(name) for name in game_names()]
    if as_json:
        described = [
            {
                "name": game.name,
                "title": game.title,
                "seats": list(game.seats),
                "options": [asdict(option) for option in describe_options(game)],
            }
            for game in games
        ]
        print(json.dumps(described, indent=2))
        return
    table = Table("game", "seats", "option", "default", "may be", "meaning", box=None)
    for game in games:
        seats = f"{game.seats[0]}-{game.seats[-1]}"
        for number, option in enumerate(describe_options(game)):
            name, count = (game.name, seats) if number == 0 else ("", "")
            table.add_row(name, count, option.name, option.default, option.choices, option.help)
    console = Console()
    console.print(table)
    console.print()
    console.print(advise("play", games[0].name, "careful random"), highlight=False)
