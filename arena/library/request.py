"""Request for a match, a comparison or a measurement, and the plan that is made of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile

from arena.boxes.kinds import USUAL_BOX
from arena.errors import UserError
from arena.games import AnyGame
from arena.games.options import read_options
from arena.library.seed import read_seed
from arena.match.clock import TimeControl
from arena.match.plan import MatchPlan, make_plan
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
        """Return the plan of a match. UserError if the game has no table of so many seats."""
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
    try:
        logs.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=logs).close()
    except OSError as error:
        raise UserError(f"No logs can be written in {logs}: {error.strerror}.") from error
