"""What a ladder keeps of the bots' logs, for their authors: little, and of late."""

import zlib
from typing import Final

# Of how many matches of a player logs are kept, the newest.
KEPT_MATCHES: Final = 20
# How many letters of one are kept: the beginning, and so many of the end.
MOST_LETTERS: Final = 64 * 1024
_END_LETTERS: Final = 4 * 1024
_CUT: Final = "\n[...]\n"


def pack_log(text: str) -> bytes:
    """Return a log as it is kept; of a long one the beginning and the end."""
    if len(text) > MOST_LETTERS:
        text = text[: MOST_LETTERS - _END_LETTERS - len(_CUT)] + _CUT + text[-_END_LETTERS:]
    return zlib.compress(text.encode())


def unpack_log(content: bytes) -> str:
    return zlib.decompress(content).decode()
