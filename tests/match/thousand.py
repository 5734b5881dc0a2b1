"""A thousand recorded games of every game, over all seat counts and options, and their digests.

    python -m tests.match.thousand

prints `digests.txt` again. The same digests come out under every version of Python, or a record
made under one could not be verified under another.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from arena.games import find_game, game_names
from arena.games.options import option_choices
from arena.games.testing.random_play import Table
from arena.match.replay import describe, open_replays, verify
from arena.v1 import record_pb2 as rec
from tests.match.playing import make_record

FILE: Final = Path(__file__).parent / "digests.txt"
GAMES: Final = 1000
ERRING: Final = 1 / 500


def records_of(name: str, games: int = GAMES, late: float = 0.0) -> Iterator[rec.Record]:
    """Play the first of the games through the referee."""
    game = find_game(name)
    kinds = cycle(
        [
            (seats, options)
            for options in option_choices(game)
            # A whole game of ten seats to 66 heads is as long as a hundred others.
            if getattr(options, "limit", None) != 66 or options.rounds
            for seats in game.seats_for(options)
        ]
    )
    for seed, (seats, options) in enumerate(islice(kinds, games)):
        yield make_record(Table(game, seats, options, seed), ERRING, late=late)


def digest_of(name: str, games: int = GAMES) -> str:
    """Verify the records of a game; return the SHA-256 of all that they tell."""
    digest = sha256()
    for record in records_of(name, games):
        # As it would come back from a file.
        read = rec.Record.FromString(record.SerializeToString())
        verify(read)
        for replay in open_replays(read):
            digest.update(json.dumps(describe(replay), sort_keys=True).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    for name in game_names():
        print(name, digest_of(name))
