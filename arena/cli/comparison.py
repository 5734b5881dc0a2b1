"""Sentences about a comparison: how much is known, and how sure that is."""

from collections import Counter

from arena.library.comparison import GameComparison
from arena.match.confidence_sequence import ERROR
from arena.match.paired import Arm, PairedEstimate, round_games


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


def say_faults(faults: Counter[str]) -> str:
    return ", ".join(f"{times} {verdict}" for verdict, times in sorted(faults.items()))


def count_pairs(pairs: int) -> str:
    return f"{pairs:,} pair{'' if pairs == 1 else 's'} of games"
