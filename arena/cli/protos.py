"""`arena protos`: where the wire contract lies, for anyone who writes a bot without our SDK."""

from pathlib import Path
from typing import Final

import arena
from arena.terminal.output import say

# Beside the package, in a checkout and in an installation alike.
PROTOS: Final = Path(arena.__file__).parent.parent / "protos"


def show_protos() -> None:
    """Print the folder, alone on its line, for a compiler's command line."""
    say(PROTOS)
