"""The live ratings of results, from nothing."""

from collections.abc import Iterable

from ladder.matches import Result
from ladder.ratings.live import update, updates
from ladder.ratings.rating import Ratings


def rate(ratings: Ratings, result: Result) -> Ratings:
    """Return the ratings after one more match: the pure step, `reduce(rate, results, {})`."""
    return {**ratings, **update(ratings, result).after}


def fold(results: Iterable[Result], ratings: Ratings | None = None) -> Ratings:
    """Return `reduce(rate, results, ratings)`, in time that does not grow with the players."""
    state = dict(ratings or {})
    for _ in updates(state, results):
        pass
    return state
