"""Why a match moved the ratings as it did: who was expected where, and who came where."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from ladder.ratings.live import ENVIRONMENT, Rating, Ratings, Update
from ladder.result import Player


@dataclass(frozen=True, slots=True)
class Change:
    """One player's part. Ranks are its team's, with a tie shared: two in front have 1.5 each."""

    player: Player
    before: Rating
    after: Rating
    expected_rank: float
    """From the ratings before the match: 1 and the chances of all others to come in front."""
    rank: float


def explain(update: Update) -> tuple[Change, ...]:
    """Return every player's change, the best rank first.

    Over the teams the expected ranks and the ranks have the same sum, so what one team has above
    its expectation the others have below theirs.
    """
    result = update.result
    sides = [_side(update.before, team, result.game) for team in result.teams]
    changes = [
        Change(
            player,
            update.before[player, result.game],
            update.after[player, result.game],
            _expected_rank(index, sides),
            _shared_rank(index, result.ranks),
        )
        for index, team in enumerate(result.teams)
        for player in team
    ]
    return tuple(sorted(changes, key=lambda change: (change.rank, change.player)))


def _side(before: Ratings, team: tuple[Player, ...], game: str) -> NormalDist:
    """Return a team's performance: the sum of its members' skills and luck."""
    members = [before[player, game] for player in team]
    variance = sum(member.deviation**2 + ENVIRONMENT.beta**2 for member in members)
    return NormalDist(sum(member.mean for member in members), sqrt(variance))


def _expected_rank(index: int, sides: list[NormalDist]) -> float:
    ahead = [(other - sides[index]).cdf(0) for other in sides[:index] + sides[index + 1 :]]
    return 1 + sum(1 - chance for chance in ahead)


def _shared_rank(index: int, ranks: tuple[int, ...]) -> float:
    better = sum(rank < ranks[index] for rank in ranks)
    return better + (1 + ranks.count(ranks[index])) / 2
