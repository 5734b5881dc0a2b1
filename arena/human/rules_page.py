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
