"""The seed of a match or of a check, as it is typed."""

from arena.errors import UserError
from arena.match.plan import SEED_BYTES


def read_seed(text: str) -> bytes:
    """Return the bytes of a seed. UserError for one that a bot could guess.

    With the seed of a match every card of it can be worked out, so a small number, or a word, would
    give them away to a bot that tries some. Random digits have fewer than eight kinds among them
    once in a thousand million times.
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len({*text.lower()}) < 8:
        raise UserError(
            f"A seed is {2 * SEED_BYTES} hexadecimal digits that no bot can guess, as the end of"
            f" every match and check tells its own; {text!r} is none."
        )
    return seed
