"""A comparison in one game, for what shows it: who is compared, how far it came, what is known."""

from dataclasses import dataclass

from arena.games import AnyGame
from arena.match.comparison_folder import ComparisonFolder
from arena.match.confidence_sequence import ERROR
from arena.match.paired import CANDIDATE, Arm, PairedComparison, PairedEstimate, round_games


@dataclass(frozen=True, slots=True)
class GameComparison:
    """The comparison in one game, as far as it came, and where it is kept."""

    game: AnyGame
    comparison: PairedComparison
    folder: ComparisonFolder
    kept: int
    """The number of pairs that had been played before this command."""

    def name(self, arm: Arm) -> str:
        """Return the name of a version, with the arm before it."""
        return f"{arm.upper()} {self.folder.plans[arm].bots[CANDIDATE].name}"

    @property
    def against(self) -> list[str]:
        return [bot.name for bot in self.folder.plans[Arm.NEW].bots[CANDIDATE + 1 :]]


def say_estimate(known: PairedEstimate) -> str:
    """Say how much more of the table the new version beats, and how sure that is."""
    if not known.pairs:
        return "? (no pair of games)"
    low, high = known.interval
    sure = f"{1 - ERROR:.0%} interval {low:+.1%} to {high:+.1%}"
    return f"{known.mean:+.1%} ({sure}), {count_pairs(known.pairs)}"


def say_round(one: GameComparison) -> str:
    """Say when there is something to be known."""
    games = round_games(len(one.folder.plans[Arm.NEW].bots))
    return f"each round of {games} games of either version counts when it ends"


def count_pairs(pairs: int) -> str:
    return f"{pairs:,} pair{'' if pairs == 1 else 's'} of games"
