"""Why a match moved the ratings as it did: who was expected where, and who came where."""

from dataclasses import dataclass
from math import hypot, sqrt
from statistics import NormalDist, fmean

from ladder.matches import Player
from ladder.ratings.live import ENVIRONMENT, Round, Update, rounds
from ladder.ratings.rating import Rating


@dataclass(frozen=True, slots=True)
class Change:
    """One player's part. The ranks are means over the rounds that a match is rated by.

    They are ranks among teams. A tie is shared: two in front have 1.5 each. If everybody has
    forfeited all games there are no rounds, and both are 1.
    """

    player: Player
    before: Rating
    after: Rating
    expected_rank: float
    """From the ratings before the match: 1 and the chances of the others to come in front."""
    rank: float


def explain(update: Update) -> tuple[Change, ...]:
    """Return every player's change, the best rank first.

    Over the teams the expected ranks and the ranks have the same sum, so what one has above its
    expectation the others have below theirs.
    """
    game = update.result.game
    ratings = {player: rating for (player, _), rating in update.before.items()}
    played = list(rounds(update.result))
    changes = [
        Change(
            player,
            update.before[player, game],
            update.after[player, game],
            fmean([_expected_rank(player, one, ratings) for one in played] or [1]),
            fmean([_shared_rank(player, one) for one in played] or [1]),
        )
        for player in update.result.players
    ]
    return tuple(sorted(changes, key=lambda change: (change.rank, change.player)))


def _expected_rank(player: Player, one: Round, ratings: dict[Player, Rating]) -> float:
    own = next(team for team in one.teams if player in team)
    side = _performance(one, own, ratings)
    others = [_performance(one, team, ratings) for team in one.teams if team != own]
    return 1 + sum(1 - (other - side).cdf(0) for other in others)


def _performance(one: Round, team: tuple[Player, ...], ratings: dict[Player, Rating]) -> NormalDist:
    known = [ratings[player] for player in team]
    luck = ENVIRONMENT.beta * sqrt(len(team))
    whole = NormalDist(
        sum(rating.mean for rating in known), hypot(luck, *(rating.deviation for rating in known))
    )
    return whole * one.weigh(team)


def _shared_rank(player: Player, one: Round) -> float:
    own = next(rank for team, rank in zip(one.teams, one.ranks, strict=True) if player in team)
    better, level = sum(rank < own for rank in one.ranks), one.ranks.count(own)
    return better + (1 + level) / 2
