"""The live board: TrueSkill (Herbrich, Minka and Graepel 2006), a fold over the results.

A match is a few updates: its games are dealt, in order, into rounds of about `ROUND`, and a round
is ranked by points: over how many others somebody came in front, summed over its games. One rank a
match tells the order, but not by how much, of bots that are far apart in it, and then deviations
promise too much; every game by itself costs ten times as much. `python -m bench.rounds` says, for
matches of 40 games, how far the means are off, in deviations, between bots whose strengths spread
by 0.4 to 6 times the luck of a match: up to 2.8 by one rank, up to 2.0 in rounds of 20 games, 0.9
to 1.2 in rounds of 10, 1.0 to 1.4 by game. 100,000 matches are 1, 2, 3 and 30 minutes.

If partners are drawn again for every game, every game is an update of its teams. If one of them
forfeits it is an update of those who did and those who did not, each side by the mean of its
players: it weighs as one game, and says nothing of two who did not.

A player never gets better or worse, so there is no dynamics (tau = 0): with it the ladder would
follow the last matches and never settle. Beta, the luck of a round, only sets the unit. The package
`trueskill` does the arithmetic. Its result depends a little on the order in which it is told those
who tie. So they are told in the order of their ratings, and those whose ratings are equal get the
mean of what comes out: names make no difference.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from importlib.metadata import version
from itertools import chain, groupby
from typing import Any, Final, NamedTuple, TypeAlias

import mpmath
import trueskill

from ladder.matches import Player, Result
from ladder.ratings.rating import Rating, Ratings

# In a round 6 to 13 of 100 neighbours tie. Any share does: 5 % predicted logs of single deals,
# where ties are common, as well as 10 %, a hundred simulated seasons without ties were rated right
# as early as with 0.1 %. At 0 % the update after a tie divides by 0.
DRAWS: Final = 0.05
ROUND: Final = 10
"""This many games are one update, or a few more or less, since the rounds of a match are alike."""
DECIMALS: Final = 9
"""Numbers are rounded to 9 places after every update: far below what they are worth, and far
above what the last bits of another machine's arithmetic can change."""
DIGITS: Final = 50
"""With 50 an update is made that fails in double precision."""
_settings = partial(
    trueskill.TrueSkill, mu=25.0, sigma=25 / 3, beta=25 / 6, tau=0.0, draw_probability=DRAWS
)
ENVIRONMENT: Any = _settings(backend=None)
_PRECISE: Any = _settings(backend="mpmath")


@dataclass(frozen=True, slots=True)
class Update:
    """The change of one match to the ratings of its players."""

    result: Result
    before: Ratings
    after: Ratings
    note: str
    """How its numbers were found if not in the usual way, else empty."""


class Round(NamedTuple):
    """The arguments of one update."""

    teams: Sequence[tuple[Player, ...]]
    ranks: Sequence[int]
    """The rank of each team; less is better."""
    by_mean: bool = False
    """Whether a team is the mean of its players, and not their sum."""

    def weigh(self, team: Sequence[object]) -> float:
        """Return how much of a player's performance is a part of its team's."""
        return 1 / len(team) if self.by_mean else 1.0


def rounds(result: Result) -> Iterator[Round]:
    """Yield the rounds of a match in order."""
    if result.teams:
        told = (game for game in result.team_games() if len(game.sides) > 1)
        yield from map(Round._make, told)
        return
    alone = [(player,) for player in result.players]
    games = len(result.ranks)
    parts = -(-games // ROUND)
    for part in range(parts):
        ranked = result.ranks[part * games // parts : (part + 1) * games // parts]
        points = map(sum, zip(*map(_points, ranked), strict=True))
        yield Round(alone, [-each for each in points])


def update(ratings: Ratings, result: Result) -> Update:
    """Rate a match; the order in which it names players makes no difference.

    In double precision an extreme upset can fail. Then this one round is rated with 50 digits; if
    that fails too it moves nobody. Both are told in the note.
    """
    game, played = result.game, len(result.ranks)
    before = {(player, game): ratings.get((player, game), Rating()) for player in result.players}
    believed: _Beliefs = {player: rating[:2] for (player, _), rating in before.items()}
    notes = [_rate(believed, one) for one in rounds(result)]
    after = {
        key: Rating(*believed[key[0]], rating.matches + 1, rating.games + played)
        for key, rating in before.items()
    }
    return Update(result, before, after, next(filter(None, notes), ""))


def updates(state: dict[tuple[Player, str], Rating], results: Iterable[Result]) -> Iterator[Update]:
    """Yield what each match did to the ratings, and change these accordingly."""
    for result in results:
        step = update(state, result)
        state.update(step.after)
        yield step


_Moments: TypeAlias = tuple[float, float]
_Beliefs: TypeAlias = dict[Player, _Moments]
_Weights: TypeAlias = Sequence[tuple[float, ...]]
_ROUNDING: Final = 1e-9


@lru_cache(maxsize=1 << 14)
def _points(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return twice the points of each player in a game; a tie is half a point for each."""
    return tuple(2 * sum(rank > own for rank in ranks) + ranks.count(own) - 1 for own in ranks)


def _rate(believed: _Beliefs, one: Round) -> str:
    """Change what is believed by a round; return a note if that went in an unusual way."""

    def place(team: tuple[int, list[Player]]) -> tuple[int, list[_Moments]]:
        return team[0], [believed[player] for player in team[1]]

    teams = sorted(
        (
            (rank, sorted(team, key=believed.__getitem__))
            for rank, team in zip(one.ranks, one.teams, strict=True)
        ),
        key=place,
    )
    known = [tuple(believed[player] for player in team) for _, team in teams]
    weights = [(one.weigh(team),) * len(team) for _, team in teams]
    moments, note = _moments(known, [rank for rank, _ in teams], weights)
    # Anyone who had equal ratings and ties gets the same again.
    rated = zip(teams, moments, strict=True)
    for _, equal in groupby(rated, key=lambda pair: place(pair[0])):
        alike = list(equal)
        means = [_mean(column) for column in zip(*(new for _, new in alike), strict=True)]
        for (_, team), _ in alike:
            believed.update(zip(team, means, strict=True))
    return note


def _mean(column: Sequence[_Moments]) -> _Moments:
    mean, deviation = (
        round(sum(each) / len(column), DECIMALS) for each in zip(*column, strict=True)
    )
    return mean, deviation


def _moments(
    known: Sequence[tuple[_Moments, ...]], ranks: Sequence[int], weights: _Weights
) -> tuple[Sequence[Sequence[_Moments]], str]:
    try:
        return _posterior(ENVIRONMENT, known, ranks, weights), ""
    except (ArithmeticError, ValueError):
        pass
    try:
        with mpmath.workdps(DIGITS):
            return _posterior(
                _PRECISE, known, ranks, weights
            ), f"an upset, rated with {DIGITS} digits"
    except (ArithmeticError, ValueError):
        return known, "too extreme an upset to be rated, so it moves nobody"


def _posterior(
    environment: Any, known: Sequence[tuple[_Moments, ...]], ranks: Sequence[int], weights: _Weights
) -> list[list[_Moments]]:
    before = [tuple(trueskill.Rating(*moments) for moments in team) for team in known]
    rated = environment.rate(before, ranks, weights)
    for old, new in zip(chain(*before), chain(*rated), strict=True):
        # No result makes a skill less certain: so much has been lost in rounding.
        if new.sigma > (1 + _ROUNDING) * old.sigma:
            raise ArithmeticError("a deviation grew")
    return [[(float(new.mu), float(new.sigma)) for new in team] for team in rated]


# --- which ratings these are ---


def name_model() -> str:
    """Return a digest of all that the ratings depend on beside the results, in hexadecimal."""
    constants = {
        "package": version("trueskill"),
        "prior": Rating(),
        "environment": [getattr(ENVIRONMENT, name) for name in ("mu", "sigma", "beta", "tau")],
        "draws": ENVIRONMENT.draw_probability,
        "games a round": ROUND,
        "decimals": DECIMALS,
        "digits": DIGITS,
        "a forfeit of a partner": "the mean of a side",
    }
    return sha256(json.dumps(constants, sort_keys=True).encode()).hexdigest()


# Ratings of another model are made again.
LIVE_MODEL: Final = name_model()
