"""The live ratings as text, so that a fold can go on from where it stopped.

JSON writes a float with as many digits as bring back the same bits, so
`fold(rest, read(write(fold(first))))` is `fold(first + rest)`, bit for bit.
"""

import json
from hashlib import sha256
from importlib.metadata import version
from typing import Final

from ladder.ratings.live import ENVIRONMENT, Rating, Ratings

# What ratings depend on beside the results. What another model has made is of no use.
MODEL: Final = sha256(f"{version('trueskill')} {ENVIRONMENT!r}".encode()).hexdigest()


def write(ratings: Ratings) -> str:
    """Return one line of canonical JSON: by game and player, mean, deviation and matches."""
    games: dict[str, dict[str, Rating]] = {}
    for (player, game), rating in ratings.items():
        games.setdefault(game, {})[player] = rating
    return json.dumps(games, sort_keys=True, separators=(",", ":"), allow_nan=False)


def read(text: str) -> Ratings:
    """Return what was written."""
    return {
        (player, game): Rating(*numbers)
        for game, players in json.loads(text).items()
        for player, numbers in players.items()
    }
