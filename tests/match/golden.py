"""One game of every game as `arena replay` tells it: `golden/<game>.txt`, to be read in a diff.

    python -m tests.match.golden

writes them again. Do that when a game is meant to go otherwise, and read what has changed.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from arena.cli.replay import narrate, narrate_events, tell_text
from arena.games import find_game, game_names
from arena.games.options import read_options
from arena.games.testing.random_play import Table
from arena.match.replay import open_replays
from tests.match.playing import make_record

FOLDER: Final = Path(__file__).parent / "golden"
# Three seats and the default options, but where others show more of a game.
OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "six_nimmt": {"rounds": "1"},
    "big_fish": {"licences": "true"},
    "tonton": {"missions": "advanced"},
}


def tell(name: str) -> str:
    """Play the golden game and return its story."""
    game = find_game(name)
    options = read_options(game, OPTIONS.get(name, {}))
    # Only there something comes after an illegal move that can be told.
    erring = 0.04 if name == "big_fish" else 0
    record = make_record(Table(game, 3, options, seed=1), erring)
    (replay,) = open_replays(record)
    told = [*narrate_events(replay), *map(str, narrate(replay)), *tell_text(replay, 1), ""]
    return "\n".join(told)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in game_names():
        (FOLDER / f"{name}.txt").write_text(tell(name))
