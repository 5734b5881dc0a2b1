"""Shell completion: games, bots, and options of the game that was typed.

Loaded with the program, so its imports are loaded when a shell asks.
"""

from pathlib import Path

import click


def complete_game(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    from arena.games import game_names

    return [name for name in game_names() if name.startswith(begun)]


def complete_bot(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the sample bots, a person, and folders: of bots, or what begins as it was typed."""
    from arena.bots.manifest import MANIFEST
    from arena.bots.samples import sample_names

    named = [name for name in (*sample_names(), "human") if name.startswith(begun)]
    if begun:
        folders = [path for path in Path().glob(f"{begun}*") if path.is_dir()]
    else:
        folders = [path.parent for path in Path().glob(f"*/{MANIFEST}")]
    return [*named, *sorted(map(str, folders))]


def complete_option(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """Return the options of the game, each with its choices, or for other values without one."""
    from arena.games import find_game, game_names
    from arena.games.options import describe_options

    typed = context.params.get("game")
    games = [typed] if typed in game_names() else game_names()
    values = {
        f"{option.name}={choice if choice.isidentifier() else ''}"
        for game in games
        for option in describe_options(find_game(game))
        for choice in option.choices.split(" | ")
    }
    return sorted(value for value in values if value.startswith(begun))
