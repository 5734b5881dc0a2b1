"""A bot that tries which small number, as the seed of the match, leads to the deal."""

from hashlib import sha256

from hostile import escaped
from hostile.client import answer, play_on
from hostile.table import cards, derive, hand, turn

for number in range(1000):
    texts = (f"{number}", f"seed {number}", f"{number:032x}")
    hashed = [sha256(text.encode()).digest()[:16] for text in texts]
    for seed in (number.to_bytes(16, "big"), *hashed):
        if cards(derive(seed, "deal 0")) == hand:
            escaped(f"the deal, of the seed {seed.hex()}")
answer(turn)
play_on()
