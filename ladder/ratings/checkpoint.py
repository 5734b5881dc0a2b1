"""The live ratings as text, so that a fold can go on from where it stopped.

JSON writes a float with as many digits as bring back the same bits, so
`fold(rest, read(write(fold(first))))` is `fold(first + rest)`, bit for bit.
"""

import json
from hashlib import sha256
from importlib.metadata import version
from typing import Final

from ladder.ratings import live
from ladder.ratings.live import ENVIRONMENT, Rating, Ratings


def name_model() -> str:
    """Return a digest of all that the ratings depend on beside the results, in hexadecimal."""
    constants = {
        "package": version("trueskill"),
        "prior": Rating(),
        "environment": [getattr(ENVIRONMENT, name) for name in ("mu", "sigma", "beta", "tau")],
        "draws": ENVIRONMENT.draw_probability,
        "games a round": live.ROUND,
        "decimals": live.DECIMALS,
        "digits": live.DIGITS,
    }
    return sha256(json.dumps(constants, sort_keys=True).encode()).hexdigest()


# What another model has made is of no use.
MODEL: Final = name_model()


def write(ratings: Ratings) -> str:
    """Return one line of canonical JSON: by game and player what a `Rating` has."""
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
