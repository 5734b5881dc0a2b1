"""Why a match moved the ratings as it did: who was expected where, and who came where."""

from dataclasses import dataclass
from math import hypot
from statistics import NormalDist

from arena.games.contract import competition_ranks
from ladder.ratings.live import ENVIRONMENT, Rating, Update
from ladder.result import Player


@dataclass(frozen=True, slots=True)
class Change:
    """One player's part. A tie of ranks is shared: two in front have 1.5 each."""

    player: Player
    before: Rating
    after: Rating
    expected_rank: float
    """From the ratings before the match: 1 and the chances of all others to come in front."""
    rank: float


def explain(update: Update) -> tuple[Change, ...]:
    """Return every player's change, the best rank first.

    Over the players the expected ranks and the ranks have the same sum, so what one has above its
    expectation the others have below theirs.
    """
    result = update.result
    sides = [_performance(update.before[player, result.game]) for player in result.players]
    ranks = competition_ranks(result.points())
    changes = [
        Change(
            player,
            update.before[player, result.game],
            update.after[player, result.game],
            _expected_rank(index, sides),
            _shared_rank(index, ranks),
        )
        for index, player in enumerate(result.players)
    ]
    return tuple(sorted(changes, key=lambda change: (change.rank, change.player)))


def _performance(rating: Rating) -> NormalDist:
    return NormalDist(rating.mean, hypot(rating.deviation, ENVIRONMENT.beta))


def _expected_rank(index: int, sides: list[NormalDist]) -> float:
    ahead = [(other - sides[index]).cdf(0) for other in sides[:index] + sides[index + 1 :]]
    return 1 + sum(1 - chance for chance in ahead)


def _shared_rank(index: int, ranks: tuple[int, ...]) -> float:
    better = sum(rank < ranks[index] for rank in ranks)
    return better + (1 + ranks.count(ranks[index])) / 2
