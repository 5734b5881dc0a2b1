"""One random seed for all that tests draw: deals, keys, tokens, and what the commands draw."""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager


def draw_from(seed: bytes | str) -> None:
    """Have this process draw what is secret, and what is random, from a seed from now on."""
    source = random.Random(seed)

    def token_bytes(nbytes: int | None = None) -> bytes:
        return source.randbytes(secrets.DEFAULT_ENTROPY if nbytes is None else nbytes)

    # Seeds, keys, tokens and names are all made of it.
    secrets.token_bytes = token_bytes
    random.seed(seed)


@contextmanager
def drawing_from(seed: str) -> Iterator[None]:
    """Draw from a seed for a while, and then go on with what was drawn from before."""
    before = secrets.token_bytes, random.getstate()
    draw_from(seed)
    try:
        yield
    finally:
        secrets.token_bytes = before[0]
        random.setstate(before[1])


def draw_seed() -> bytes:
    """Draw the seed of a process that a test starts."""
    return secrets.token_bytes(16)
