"""The address of a position: `#g3.s17.eyes=careful@1`, the fragment of a page that has a replay.

`address.js` reads and writes the same.
"""

from typing import Literal
from urllib.parse import quote


def position_address(game: int, step: int | Literal["forfeit"] = 0, eyes: str = "") -> str:
    """Return the address of a step of a game; games count from 1, steps from 0.

    The step "forfeit" is the one from which the referee plays for a bot. `eyes` is the name of the
    bot whose cards alone are seen, or who forfeits.
    """
    where = step if step == "forfeit" else f"s{step}"
    # As encodeURIComponent writes it, but for the @ of a version.
    seen = ".eyes=" + quote(eyes, safe="@!*'()") if eyes else ""
    return f"#g{game}.{where}{seen}"
