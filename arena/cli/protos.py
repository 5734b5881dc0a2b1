"""`arena protos`: where the wire contract lies, for anyone who writes a bot without our SDK."""

from pathlib import Path
from typing import Final

from arena.terminal.output import say

_PACKAGE: Final = Path(__file__).parents[1]
# In an installation it is part of the package; in a checkout it lies beside it.
_PLACES: Final = (_PACKAGE / "protos", _PACKAGE.parent / "protos")


def show_protos() -> None:
    """Print the folder, alone on its line, for a compiler's command line."""
    say(next(place for place in _PLACES if place.is_dir()))
