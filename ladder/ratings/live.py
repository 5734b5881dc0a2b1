"""The live board: TrueSkill (Herbrich, Minka and Graepel 2006), a fold over the results.

A match is one update, whatever the number of its games. A player never gets better or worse, so
there is no dynamics (tau = 0): with it the ladder would follow the last matches and never settle.
Beta only sets the unit. The package `trueskill` does the arithmetic.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import mpmath
import trueskill

from arena.games.contract import competition_ranks
from ladder.result import Player, Result

# A match is many deals, so few tie. Any share does: 5 % predicted logs of single deals, where ties
# are common, as well as 10 %, a hundred simulated seasons without ties were rated right as early as
# with 0.1 %. At 0 % the update after a tie divides by 0.
DRAWS = 0.05
_settings = partial(
    trueskill.TrueSkill, mu=25.0, sigma=25 / 3, beta=25 / 6, tau=0.0, draw_probability=DRAWS
)
ENVIRONMENT: Any = _settings(backend=None)
_PRECISE: Any = _settings(backend="mpmath")
_DIGITS = 50


class Rating(NamedTuple):
    """What is believed of one player in one game; without arguments, of an unknown one."""

    mean: float = 25.0
    deviation: float = 25 / 3
    matches: int = 0
    games: int = 0

    @property
    def score(self) -> float:
        """What the live board is ordered by, 0 for an unknown player."""
        return self.mean - 3 * self.deviation


Ratings: TypeAlias = Mapping[tuple[Player, str], Rating]
"""The state of the fold, by player and game. Who is not in it is unknown."""


@dataclass(frozen=True, slots=True)
class Update:
    """What one match did to the ratings of those who played it."""

    result: Result
    before: Ratings
    after: Ratings
    note: str
    """How its numbers were found if not in the usual way, else empty."""


def update(ratings: Ratings, result: Result) -> Update:
    """Rate a match; the order in which it names players makes no difference.

    In double precision an extreme upset can fail. Then this one match is rated with 50 digits; if
    that fails too the match counts as played and moves nobody. Both are told in the note.
    """
    ranks = competition_ranks(result.points())
    ranks, players = zip(*sorted(zip(ranks, result.players, strict=True)), strict=True)
    keys = [(player, result.game) for player in players]
    before = {key: ratings.get(key, Rating()) for key in keys}
    groups: list[tuple[Rating, ...]] = [(before[key],) for key in keys]
    rated, note = _rate(groups, ranks)
    after = {
        key: Rating(mean, deviation, before[key].matches + 1, before[key].games + len(result.ranks))
        for key, (mean, deviation) in zip(keys, rated, strict=True)
    }
    return Update(result, before, after, note)


def rate(ratings: Ratings, result: Result) -> Ratings:
    """Return the ratings after one more match: the pure step, `reduce(rate, results, {})`."""
    return {**ratings, **update(ratings, result).after}


def fold(results: Iterable[Result], ratings: Ratings | None = None) -> Ratings:
    """Return `reduce(rate, results, ratings)`, in time that does not grow with the players."""
    state = dict(ratings or {})
    for _ in _updates(state, results):
        pass
    return state


def curve(
    results: Iterable[Result], player: Player, game: str, ratings: Ratings | None = None
) -> Iterator[tuple[int, Rating]]:
    """Yield the number of each match of a player in a game, and its rating after that."""
    state = dict(ratings or {})
    for step in _updates(state, (result for result in results if result.game == game)):
        if (player, game) in step.after:
            yield step.result.number, step.after[player, game]


def overall(ratings: Ratings, player: Player, games: Iterable[str]) -> float:
    """Return the mean score over these games; one that was not played counts 0."""
    scores = [ratings.get((player, game), Rating()).score for game in games]
    return sum(scores) / len(scores)


def _updates(
    state: dict[tuple[Player, str], Rating], results: Iterable[Result]
) -> Iterator[Update]:
    for result in results:
        step = update(state, result)
        state.update(step.after)
        yield step


_Moments: TypeAlias = list[tuple[float, float]]


def _rate(groups: list[tuple[Rating, ...]], ranks: tuple[int, ...]) -> tuple[_Moments, str]:
    try:
        return _moments(ENVIRONMENT, groups, ranks), ""
    except (ArithmeticError, ValueError):
        pass
    try:
        with mpmath.workdps(_DIGITS):
            return _moments(_PRECISE, groups, ranks), f"an upset, rated with {_DIGITS} digits"
    except (ArithmeticError, ValueError):
        unmoved = [(rating.mean, rating.deviation) for group in groups for rating in group]
        return unmoved, "too extreme an upset to be rated, so it moves nobody"


def _moments(
    environment: Any, groups: list[tuple[Rating, ...]], ranks: tuple[int, ...]
) -> _Moments:
    before = [tuple(trueskill.Rating(*rating[:2]) for rating in group) for group in groups]
    return [(new.mu, new.sigma) for group in environment.rate(before, ranks) for new in group]
