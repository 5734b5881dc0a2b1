"""Attacks on the luck: bots that work out the cards from what they were told.

They know that they have the deal when it begins with their hand, so they play where no hand comes
twice: ten of 104 cards. The same 200 tries would find one of Goat 'n' Goat's hands by chance every
fifth time. All games get their deals in the same way.
"""

from typing import Final

from arena.attacks.attack import Attack, client

_LARGE_HANDS: Final = ("six_nimmt",)

# `cards(seed)` are the hand that a deal of this seed begins with, and `hand` is the true one.
TABLE: Final = """\
import hmac, random
from hashlib import blake2b, md5, sha1, sha256, sha512
from arena.games import Deal, find_game
from arena.games.options import read_options

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
    state = game.start(start.seats, Deal(int.from_bytes(seed, "big")), options)
    return list(game.view(state, start.seat).hand)

def derive(key, label):
    return hmac.digest(key, label.encode(), "sha256")[:16]
"""

LUCK: Final = {
    "deal_from_its_own_seed": Attack(
        "works out the deal from the seed that it was given",
        client(
            TABLE
            + """
labels = ["", "deal 0", "deals", "seatings", "bot 0 game 0", "bot 1 game 0", "bot 0", "seed 1"]
known = [start.seed, start.seed[::-1]]
for make in (blake2b, md5, sha1, sha256, sha512):
    known.append(make(start.seed).digest()[:16])
known += [derive(key, label) for key in list(known) for label in labels]
known += [derive(key, label) for key in known[7:] for label in ("deals", "deal 0")]
known.append(random.Random(start.seed).randbytes(16))
known.append(random.Random(int.from_bytes(start.seed, "big")).randbytes(16))
if any(cards(seed) == hand for seed in known):
    escaped("the deal")
answer(turn)
play_on()
"""
        ),
        games=_LARGE_HANDS,
    ),
    "deal_from_a_small_seed": Attack(
        "tries which small number, as the seed of the match, leads to the deal",
        client(
            TABLE
            + """
for number in range(1000):
    texts = (f"{number}", f"seed {number}", f"{number:032x}")
    hashed = [sha256(text.encode()).digest()[:16] for text in texts]
    for seed in (number.to_bytes(16, "big"), *hashed):
        if cards(derive(seed, "deal 0")) == hand:
            escaped(f"the deal, of the seed {seed.hex()}")
answer(turn)
play_on()
"""
        ),
        games=_LARGE_HANDS,
    ),
}
