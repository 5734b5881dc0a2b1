"""The policy of reviews: how an imagined game is played on, as the sample bot searcher does."""

import runpy
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.bots.samples import SAMPLES
from arena.review.playouts import Continuation

if TYPE_CHECKING:
    from arena_sdk.search import Playout

PLAYOUTS: Final = 400
"""For each decision, unless another number is said."""


@cache
def reference_policy(game: str) -> Continuation:
    """Return how the sample bot searcher plays a game on behind its tree."""
    from arena_sdk.search import Playout  # noqa: PLC0415 - gRPC is loaded with it

    playout = reference_playout(game)
    own = type(playout)
    # Compiled code, where there is any, does all that is not its own.
    return Continuation(
        None if own.policy is Playout.policy else playout.policy,
        None if own.stops is Playout.stops else playout.stops,
    )


def reference_playout(game: str) -> "Playout":
    """Return the playouts of the sample bot searcher in a game; it need not have any of its own."""
    from arena_sdk.search import Playout  # noqa: PLC0415 - gRPC is loaded with it

    script = _script(game)
    found = runpy.run_path(str(script)).values() if script.exists() else ()
    own = (one for one in found if isinstance(one, type) and issubclass(one, Playout))
    return next((one for one in own if one is not Playout), Playout)()


def digest_of_policy(game: str) -> str:
    """Return what tells reviews of a game apart: the release, its policy, and how many playouts."""
    script = _script(game)
    said = f"{version('card-arena')} {PLAYOUTS} ".encode()
    return sha256(said + (script.read_bytes() if script.exists() else b"")).hexdigest()


def _script(game: str) -> Path:
    return SAMPLES / "searcher" / f"{game}.py"
