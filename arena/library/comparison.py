"""A comparison that was asked for, in one game: its bots taken in, its folder, what it has shown.

Both versions are bots with files: they play the same deals, and a function in the caller's program
would have seen the cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, Generic, Self, TypeVar

from arena.bots.intake import TakenBot
from arena.bots.samples import samples_for
from arena.errors import UserError
from arena.games import AnyGame
from arena.games.options import read_options
from arena.library.request import PlayRequest, try_folder
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
from arena.match.plan import MAX_GAMES
from arena.runner.competitors import Competitors, require_bots
from arena.runner.host import Host
from arena.runner.referee_process import Event, MatchPlayed, run_matches
from arena.runner.task import Task
from arena.system import usable_cpus

COMPARISONS: Final = Path("comparisons")
USUAL_MARGIN: Final = 0.05
USUAL_PAIRS: Final = 2000
# The table where nobody says against whom, if the game is for this many.
_SEATS: Final = 4
CountT = TypeVar("CountT", bound=PairedCount)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRequest(PlayRequest):
    """A comparison to be made. Bots are named as on the command line."""

    old: str
    new: str
    against: Sequence[str] = ()
    """In the other seats; empty for the sample bot of the game in all of them."""
    margin: float = USUAL_MARGIN
    pairs: int = USUAL_PAIRS
    out: Path = COMPARISONS

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
        PlayRequest.check(self)
        require_bots(self.bots)


@dataclass(frozen=True, slots=True, repr=False)
class PairedGames(Generic[CountT]):
    """Paired games of one game, as far as they came, and where they are kept."""

    request: PlayRequest
    game: AnyGame
    host: Host
    bots: Mapping[str, Sequence[TakenBot]]
    """The table of each arm."""
    comparison: CountT
    folder: ComparisonFolder

    @classmethod
    def open(
        cls,
        request: PlayRequest,
        game: AnyGame,
        host: Host,
        bots: Mapping[str, Sequence[TakenBot]],
        comparison: CountT,
    ) -> Self:
        """Open the folder of tables with these bots, by arm, and count what was played before."""
        if request.logs is not None:
            try_folder(request.logs)
        plans = {
            arm: request.plan(game, table, round_games(len(table))) for arm, table in bots.items()
        }
        opening = open_comparison(request.out, plans, drawn=request.seed is None)
        found = cls(request, game, host, bots, comparison, host.held.enter_context(opening))
        found.count()
        return found

    @property
    def against(self) -> list[str]:
        return [bot.name for bot in self.folder.first.bots[CANDIDATE + 1 :]]

    def play(self, *, fork: bool = True) -> Iterator[Event]:
        """Play until there is an answer; a match is kept before it is told.

        Matches that the folder has are not played again. The arms of a round are begun one after
        the other, so that other load on the machine meets all. HostFailure if a match is void too
        often, DoesNotStart if a bot does not start.
        """
        begun = list[tuple[int, str]]()
        parallel = self.request.parallel or len(usable_cpus())
        with closing(run_matches(self.host, self._begin(begun), parallel, fork=fork)) as playing:
            while not self.comparison.ended:
                number, event = next(playing)
                if isinstance(event, MatchPlayed):
                    self.folder.keep(*begun[number], event.record)
                    self.count()
                yield event

    def _begin(self, begun: list[tuple[int, str]]) -> Iterator[Task]:
        """Yield the matches that the folder has not, without end; note round and arm of each."""
        folder, logs = self.folder, self.request.logs
        for number in count():
            for arm in folder.plans:
                if folder.has(number, arm):
                    continue
                begun.append((number, arm))
                place = logs and logs / folder.path.name / folder.find(number, arm).stem
                bots = tuple(self.bots[arm])
                # The other arms have the same cards.
                yield Task(folder.plan(number, arm), bots, must_start=True, whole=True, logs=place)

    def count(self) -> None:
        """Count the rounds that the folder has, in their order, until there is an answer."""
        counted, folder = self.comparison, self.folder
        while not counted.ended and all(folder.has(counted.rounds, arm) for arm in folder.plans):
            arms = [folder.read(counted.rounds, arm).games for arm in folder.plans]
            counted.count(folder.first.teams, arms)


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
