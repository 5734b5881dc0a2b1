"""Request for a match, a comparison or a measurement, and the plan that is made of it."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile

from arena.boxes.kinds import KINDS, USUAL_BOX
from arena.errors import UserError, saying_why
from arena.games import AnyGame
from arena.games.options import read_options
from arena.match.clock import TimeControl
from arena.match.plan import SEED_BYTES, MatchPlan, make_plan
from arena.match.seat import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRequest:
    """Games to be played. Bots are named as on the command line."""

    out: Path
    """Folder for what was played."""
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    """None for one that is drawn."""
    box: str = USUAL_BOX
    allow_missing: Sequence[str] = ()
    clock: TimeControl = TimeControl()  # noqa: RUF009 - a value that never changes
    parallel: int | None = None
    """How many at once; None for as many as there are CPUs."""
    logs: Path | None = None
    """Folder for what the bots print; None if it is not kept."""

    def check(self) -> None:
        """UserError if it makes no sense, whatever the bots are."""
        if self.parallel is not None and self.parallel < 1:
            raise UserError(f"--parallel is 1 or more at once, not {self.parallel}.")

    def plan(self, game: AnyGame, seats: Sequence[Seat], games: int) -> MatchPlan:
        """Return the plan of a match. UserError if the game has no table of that many seats."""
        return make_plan(
            game,
            read_options(game, self.options),
            seats,
            games=games,
            control=self.clock,
            box=self.box,
            allow_missing=self.allow_missing,
            seed=None if self.seed is None else read_seed(self.seed, self.box),
        )


def try_folder(logs: Path) -> None:
    """Make a folder for logs; UserError if nothing can be written in it."""
    with saying_why(f"No logs can be written in {logs}"):
        logs.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=logs).close()


def read_seed(text: str, box: str) -> bytes:
    """Return the seed that a text stands for: its hexadecimal digits, or else any word's digest.

    With the seed of a match every card of it can be worked out, and a bot could try words. So where
    strangers' bots may run, it has to be digits, and not alike: random ones have fewer than eight
    kinds among them once in a thousand million times. UserError for others there.
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    except TypeError as error:
        raise UserError(f"Expected text for a seed, as in seed='{text}'; got {text!r}.") from error
    if len(seed) == SEED_BYTES and len({*text.lower()}) >= 8:
        return seed
    if KINDS[box].isolates or not text:
        raise UserError(
            f"Expected {2 * SEED_BYTES} hexadecimal digits that no bot can guess for --seed with"
            f" --box {box}, as the end of a match tells them; got {text!r}."
        )
    return sha256(os.fsencode(text)).digest()[:SEED_BYTES]
