"""A bot that works out the deal from the seed that it was given."""

import random
from hashlib import blake2b, md5, sha1, sha256, sha512

from hostile import escaped
from hostile.client import answer, play_on
from hostile.table import cards, derive, hand, start, turn

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
