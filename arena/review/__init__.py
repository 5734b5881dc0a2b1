"""The review of a match: what each decision of a bot was worth, and what its result is made of."""

from arena.review.review import GameReview, ReviewedDecision, review_game
from arena.review.split import Part, Split
from arena.review.worth import Worth

__all__ = ["GameReview", "Part", "ReviewedDecision", "Split", "Worth", "review_game"]
