"""The random seed of a match, a comparison or a check, as it is typed."""

import os
from hashlib import sha256

from arena.boxes.kinds import KINDS
from arena.errors import UserError
from arena.match.plan import SEED_BYTES


def read_seed(text: str, box: str) -> bytes:
    """Return the seed that a text stands for: its hexadecimal digits, or else any word's digest.

    With the seed of a match every card of it can be worked out, and a bot could try words. So where
    strangers' bots may run, it has to be digits, and not alike: random ones have fewer than eight
    kinds among them once in a thousand million times. UserError for others there.
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    except TypeError as error:
        raise UserError(f"Expected text for a seed, as in seed='{text}'; got {text!r}.") from error
    if len(seed) == SEED_BYTES and len({*text.lower()}) >= 8:
        return seed
    if KINDS[box].isolates or not text:
        raise UserError(
            f"Expected {2 * SEED_BYTES} hexadecimal digits that no bot can guess for --seed with"
            f" --box {box}, as the end of a match tells them; got {text!r}."
        )
    return sha256(os.fsencode(text)).digest()[:SEED_BYTES]
