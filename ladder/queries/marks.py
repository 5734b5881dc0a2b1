"""Marks: which bots of a scheme each author beats, and how much more would tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import NormalDist
from typing import Final

import msgspec

from arena.errors import UserError
from ladder.leaderboards import read_fits
from ladder.matches import Player
from ladder.queries.comparisons import BoardPlace, find_games, read_grades
from ladder.queries.lookup import find_player, read_season
from ladder.ratings.official import Fit
from ladder.ratings.versus import versus
from ladder.store.reader import Reader

_COIN: Final = 0.5


class Tier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to be beaten, and what that is worth."""

    bot: str
    points: float
    certainty: float = 0.95
    """How likely it has to be that one comes in front of it in more than half of the games."""

    def __post_init__(self) -> None:
        if not _COIN < self.certainty < 1:
            raise ValueError(
                f"expected a certainty above 0.5 and below 1 for {self.bot}, got {self.certainty}"
            )


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts for a mark: the most points of the tiers that are reached."""

    tiers: tuple[Tier, ...]
    newest: bool = False
    """Whether it is the newest version that counts, and not the best."""


@dataclass(frozen=True, slots=True)
class TierReached:
    """How a bot does against that of a tier."""

    certainty: float | None
    """How likely it beats it; None as long as nothing tells."""
    reached: bool
    matches: int | None
    """About how many more matches would tell, if it goes on like that; None if they would not."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What an author has reached, in the order of the tiers."""

    author: str
    bot: Player | None
    """What counts of its bots; None if none has played."""
    points: float
    tiers: tuple[TierReached, ...]


def read_marks(
    store: Reader, scheme: Scheme, game: str | None, season: int | None
) -> tuple[Mark, ...]:
    """Return the mark of each author, in a game or in all together.

    UserError for a tier with a bot that there is not.
    """
    if not scheme.tiers:
        raise UserError("The scheme has no [[tiers]]; docs/course.md shows some.")
    opened, roster = store.opened(), read_season(store, season)
    others = [find_player(roster, tier.bot) for tier in scheme.tiers]
    games = find_games(opened, game)
    fits = read_fits(store, games, roster)
    compared = [fits[one] for one in games] if {*games} <= {*fits} else []
    marks = []
    for grade in read_grades(store, game, None, season).grades:
        place = grade.newest if scheme.newest else grade.best
        reached = [
            _reach(compared, place, tier, other, opened.games_a_match)
            for tier, other in zip(scheme.tiers, others, strict=True)
        ]
        points = (
            tier.points for tier, one in zip(scheme.tiers, reached, strict=True) if one.reached
        )
        bot = None if place is None else place.player
        marks.append(Mark(grade.author, bot, max(points, default=0.0), tuple(reached)))
    return tuple(marks)


def _reach(
    fits: Sequence[Fit], place: BoardPlace | None, tier: Tier, other: Player, games: int
) -> TierReached:
    found = None if place is None or place.player == other else versus(fits, place.player, other)
    if place is None or found is None:
        return TierReached(None, reached=False, matches=None)
    if found.certainty >= tier.certainty:
        return TierReached(found.certainty, reached=True, matches=0)
    return TierReached(
        found.certainty, reached=False, matches=_more(found.certainty, tier, place.games, games)
    )


def _more(certainty: float, tier: Tier, played: int, games: int) -> int | None:
    """Return how many matches more would tell: an error shrinks with the root of their number."""
    if certainty <= _COIN:
        return None
    far = NormalDist().inv_cdf(tier.certainty) / NormalDist().inv_cdf(certainty)
    return max(ceil(played * (far**2 - 1) / games), 1)
