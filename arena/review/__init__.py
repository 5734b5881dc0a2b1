"""The review of a match: what each decision of a bot was worth, and what its result is made of."""

from arena.review.policy import PLAYOUTS, digest_of_policy
from arena.review.review import (
    GameReview,
    ReviewedDecision,
    list_costliest,
    list_seats,
    review_game,
    review_seat,
)
from arena.review.split import Part, Split
from arena.review.turning import TurningPoint, find_turning_point
from arena.review.worth import Worth

__all__ = [
    "PLAYOUTS",
    "GameReview",
    "Part",
    "ReviewedDecision",
    "Split",
    "TurningPoint",
    "Worth",
    "digest_of_policy",
    "find_turning_point",
    "list_costliest",
    "list_seats",
    "review_game",
    "review_seat",
]
