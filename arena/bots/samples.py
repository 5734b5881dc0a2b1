"""The sample bots, which lie beside the package, in a checkout and in an installation alike."""

from functools import cache
from pathlib import Path
from typing import Final

import arena
from arena.bots.manifest import open_bot
from arena.games import find_game, game_names
from arena.languages import PYTHON

SAMPLES: Final = Path(arena.__file__).parent.parent / "sample_bots"


def sample_names() -> list[str]:
    return sorted(folder.name for folder in SAMPLES.iterdir() if (folder / "bot.toml").is_file())


def samples_for(game: str) -> list[str]:
    """Return the sample bots that play a game: first those made for it, in Python before others."""
    samples = [open_bot(SAMPLES / name) for name in sample_names()]
    fitting = [sample for sample in samples if not sample.games or game in sample.games]
    fitting.sort(key=lambda one: (not one.games, bool(one.games) and one.language != PYTHON))
    return [sample.name for sample in fitting]


@cache
def house_bots(game: str) -> tuple[str, str, str]:
    """Return the graded bots that are 0, 1 and 2 steps strong in a game."""
    return "random", samples_for(game)[0], f"searcher?playouts={find_game(game).house_playouts}"


def house_games(name: str) -> tuple[str, ...]:
    """Return the games whose strongest house bot has this name: its playouts are made for them."""
    return tuple(game for game in game_names() if house_bots(game)[-1] == name)
