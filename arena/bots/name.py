"""What a bot may be called, in a match and on a ladder: what can be typed and is only itself."""

import re
from typing import Final

from arena.errors import UserError

# As a regular expression.
NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}"
RULE: Final = "right is up to 40 letters of a to z, digits, and . _ + - after the first"


def is_name(text: str) -> bool:
    return re.fullmatch(NAME, text) is not None


def check_name(text: str) -> str:
    """Return the name; UserError if a bot cannot be called so."""
    if not is_name(text):
        raise UserError(f"{text!r} cannot be a bot's name; {RULE}.")
    return text


def derive_name(text: str) -> str:
    """Return a name that is as near to a file's as it may be, for a bot that has no better one."""
    letters = re.sub(r"[^A-Za-z0-9._+-]", "_", text).lstrip("._+-")
    return letters[:40] or "bot"
