"""The rules pages of the games, in Markdown."""

from pathlib import Path
from typing import Final

import arena

_PACKAGE: Final = Path(arena.__file__).parent


def read_rules_page(game: str) -> str:
    """Return the rules of a game: from the package, or in a checkout from docs/."""
    packed = _PACKAGE / "games" / game / "rules.md"
    place = packed if packed.exists() else _PACKAGE.parent / "docs" / f"{game}.md"
    return place.read_text("utf-8")


def read_minute(game: str) -> str:
    """Return how its rules page tells a game in one minute, as plain text."""
    _, _, told = read_rules_page(game).partition("\n## In one minute\n")
    return " ".join(told.partition("\n## ")[0].split())
