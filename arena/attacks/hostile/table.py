"""A seat at a table, taken when this is imported, and what a deal of a seed would look like there.

`start` and `turn` are the first messages of the game, and `hand` is the true one.
"""

import hmac

from arena.games import Deal, find_game
from arena.games.options import read_options

from hostile.client import connect, hear, join, wait_turn

connect()
join()
while (message := hear()).WhichOneof("message") != "start":
    pass
start = message.start
turn = wait_turn()
game = find_game(start.game)
options = read_options(game, dict(start.options))
hand = list(getattr(turn.view, game.name).hand)


def cards(seed):
    """Return the hand that a deal of this seed begins with."""
    state = game.start(start.seats, Deal(int.from_bytes(seed, "big")), options)
    return list(game.view(state, start.seat).hand)


def derive(key, label):
    return hmac.digest(key, label.encode(), "sha256")[:16]
