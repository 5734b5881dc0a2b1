"""A comparison that was asked for, in one game: its bots taken in, its folder, what it has shown.

Both versions are bots with files: they play the same deals, and a function in the caller's program
would have seen the cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, Self, TypeVar

from arena.bots.intake import TakenBot
from arena.bots.samples import samples_for
from arena.boxes.kinds import USUAL_BOX
from arena.errors import UserError
from arena.games import AnyGame
from arena.games.options import read_options
from arena.library.match import try_folder
from arena.library.seed import read_seed
from arena.match.clock import TimeControl
from arena.match.comparison_folder import ComparisonFolder, open_comparison
from arena.match.paired import (
    CANDIDATE,
    Arm,
    PairedAnswer,
    PairedComparison,
    PairedCount,
    PairedEstimate,
    round_games,
)
from arena.match.plan import MAX_GAMES, MatchPlan, draw_seed, make_plan
from arena.runner.arms import count_rounds, play_comparison
from arena.runner.competitors import Competitors, require_bots
from arena.runner.host import Host
from arena.runner.referee_process import Event
from arena.system import usable_cpus

COMPARISONS: Final = Path("comparisons")
USUAL_MARGIN: Final = 0.05
USUAL_PAIRS: Final = 2000
# The table where nobody says against whom, if the game is for this many.
_SEATS: Final = 4
CountT = TypeVar("CountT", bound=PairedCount)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRequest:
    """Games to be played in pairs, whatever they are to show."""

    options: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    box: str = USUAL_BOX
    allow_missing: Sequence[str] = ()
    clock: TimeControl = TimeControl()  # noqa: RUF009 - a value that never changes
    parallel: int | None = None
    """How many matches at once; None for one a CPU."""
    out: Path = COMPARISONS
    logs: Path | None = None
    """Folder for what the bots print, a folder in it for each match; None if it is not kept."""

    def check(self) -> None:
        """UserError if it makes no sense, whatever the bots are."""
        if self.parallel is not None and self.parallel < 1:
            raise UserError(f"--parallel is 1 or more matches at once, not {self.parallel}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRequest(PairedRequest):
    """A comparison to be made. Bots are named as on the command line."""

    old: str
    new: str
    against: Sequence[str] = ()
    """In the other seats; empty for the sample bot of the game in all of them."""
    margin: float = USUAL_MARGIN
    pairs: int = USUAL_PAIRS

    @property
    def bots(self) -> tuple[str, ...]:
        return self.old, self.new, *self.against

    def check(self) -> None:
        """UserError if it makes no sense, whatever the bots are."""
        if not 0 < self.margin < 1:
            raise UserError(
                "--margin is the smallest difference that matters, as a share of the table between"
                f" 0 and 1, for example 0.05; {self.margin:g} is none."
            )
        if not 1 <= self.pairs <= MAX_GAMES:
            raise UserError(f"--pairs is 1 to {MAX_GAMES}, not {self.pairs}.")
        PairedRequest.check(self)
        require_bots(self.bots)


@dataclass(frozen=True, slots=True, repr=False)
class PairedGames(Generic[CountT]):
    """Paired games of one game, as far as they came, and where they are kept."""

    game: AnyGame
    bots: Mapping[str, Sequence[TakenBot]]
    comparison: CountT
    folder: ComparisonFolder
    kept: int
    """The number of pairs that had been played before."""
    logs: Path | None

    @classmethod
    def open(
        cls,
        request: PairedRequest,
        game: AnyGame,
        host: Host,
        bots: Mapping[str, Sequence[TakenBot]],
        comparison: CountT,
    ) -> Self:
        """Open the folder of tables with these bots, by arm, and count what was played before."""
        if request.logs is not None:
            try_folder(request.logs)
        plans = _plan_arms(request, game, bots)
        folder = host.held.enter_context(
            open_comparison(request.out, plans, drawn=request.seed is None)
        )
        count_rounds(comparison, folder)
        logs = request.logs and request.logs / folder.path.name
        return cls(game, bots, comparison, folder, len(comparison.pairs), logs)

    @property
    def against(self) -> list[str]:
        return [bot.name for bot in self.folder.first.bots[CANDIDATE + 1 :]]

    def play(self, host: Host, parallel: int | None, *, fork: bool = True) -> Iterator[Event]:
        """Play until there is an answer; a match is kept before it is told."""
        at_once = parallel or len(usable_cpus())
        return play_comparison(
            host, self.comparison, self.folder, self.bots, at_once, logs=self.logs, fork=fork
        )


def _plan_arms(
    request: PairedRequest, game: AnyGame, bots: Mapping[str, Sequence[TakenBot]]
) -> dict[str, MatchPlan]:
    seed = draw_seed() if request.seed is None else read_seed(request.seed, request.box)
    return {
        arm: make_plan(
            game,
            read_options(game, request.options),
            table,
            games=round_games(len(table)),
            control=request.clock,
            box=request.box,
            allow_missing=request.allow_missing,
            seed=seed,
        )
        for arm, table in bots.items()
    }


class GameComparison(PairedGames[PairedComparison]):
    """The comparison in one game."""

    __slots__ = ()

    @property
    def answer(self) -> PairedAnswer:
        return self.comparison.answer

    @property
    def estimate(self) -> PairedEstimate:
        """By how much more of the table NEW beats, with its interval."""
        return self.comparison.latest

    def name(self, arm: Arm) -> str:
        """Return the name of a version, with the arm before it."""
        return f"{arm.upper()} {self.folder.plans[arm].bots[CANDIDATE].name}"

    def rows(self) -> list[dict[str, float]]:
        """Return a row for each pair of games, for a data frame."""
        return [
            {
                "round": pair.round + 1,
                "game": pair.game + 1,
                **{str(arm): pair.arms[place].share for place, arm in enumerate(Arm)},
                "difference": pair.difference,
            }
            for pair in self.comparison.pairs
        ]

    def __repr__(self) -> str:
        """Return a line: a comparison has thousands."""
        pairs, mean, (low, high) = self.estimate
        names = " and ".join(map(self.name, Arm))
        known = f"{mean:+.1%} ({low:+.1%} to {high:+.1%})"
        return f"<{names}: {self.answer}, {known} in {pairs} pairs; {self.folder.path}>"


def open_game(
    request: ComparisonRequest, game: AnyGame, competitors: Competitors, host: Host
) -> GameComparison:
    """Open the bots and the folder of a comparison, and count what was played before."""
    against = request.against or usual_opponents(game, read_options(game, request.options))
    old, new, *others = competitors.bots((request.old, request.new, *against), game)
    if old.digest == new.digest:
        raise UserError("OLD and NEW have the same files, so there is nothing to compare.")
    bots: dict[str, Sequence[TakenBot]] = {
        Arm.OLD: [old, *others],
        Arm.NEW: [new, *others],
    }
    comparison = PairedComparison(request.margin, request.pairs)
    return GameComparison.open(request, game, host, bots, comparison)


def usual_opponents(game: AnyGame, options: object) -> list[str]:
    """Return whom a bot is compared against if nobody says so: the sample bot of the game in all
    other seats of a table of four, or of as many as the game is for.
    """
    seats = min(game.seats_for(options), key=lambda number: abs(number - _SEATS))
    return samples_for(game.name)[:1] * (seats - 1)
