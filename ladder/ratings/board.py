"""The boards as they are shown: the pure function behind `ladder rate LOG`.

Every number is rounded to `DIGITS` places. That is far below its uncertainty and far above what the
order of a sum inside numpy can change, so that the same log has the same bytes on every machine.
"""

import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from math import hypot
from typing import TypeAlias

from ladder.ratings.comparisons import Comparisons
from ladder.ratings.live import Rating, Ratings, overall, update
from ladder.ratings.official import Estimate, Fit, fit_counts, proportion
from ladder.result import Player, Result, Selection

DIGITS = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A player in one game: what is known live, and what is on record."""

    rank: int
    """By strength, the board of record."""
    live_rank: int
    """By live score."""
    player: Player
    matches: int
    mean: float
    deviation: float
    live: float
    """The live score: mean minus three deviations."""
    strength: Estimate
    win_share: Estimate
    """The probability to beat a random other of those listed who have played this game."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one game brings to a player's overall numbers; both are 0 if it was not played."""

    live: float
    win_share: float


@dataclass(frozen=True, slots=True)
class OverallRow:
    """A player over all games of the ladder, by their means; a game not played counts 0."""

    rank: int
    live_rank: int
    player: Player
    matches: int
    live: float
    win_share: Estimate
    games: dict[str, Part]


@dataclass(frozen=True, slots=True)
class Boards:
    """The overall board and, by game, the others; each in the order of its board of record."""

    overall: tuple[OverallRow, ...]
    games: dict[str, tuple[Row, ...]]


def rate_log(
    results: Iterable[Result],
    selection: Selection,
    games: Collection[str],
    listed: Collection[Player],
) -> Boards:
    """Return the boards of a log: these games, and of the players those listed.

    Whoever is not listed, such as an old version, still counts as an opponent.
    """
    ratings: dict[tuple[Player, str], Rating] = {}

    def rated() -> Iterator[Result]:
        for result in selection.of(results):
            ratings.update(update(ratings, result).after)
            yield result

    fits = fit_games(rated())
    return make_boards(ratings, fits, games, listed)


def fit_games(results: Iterable[Result]) -> dict[str, Fit]:
    """Fit each game that has results."""
    comparisons: defaultdict[str, Comparisons] = defaultdict(Comparisons)
    for result in results:
        comparisons[result.game].add(result)
    return {game: fit_counts(found.counts()) for game, found in comparisons.items()}


_Shares: TypeAlias = dict[Player, tuple[float, float]]


def make_boards(
    ratings: Ratings, fits: Mapping[str, Fit], games: Collection[str], listed: Collection[Player]
) -> Boards:
    """Put live ratings, which may come from a checkpoint, beside the fits of the same results."""
    shares = {game: _shares(fits.get(game), listed) for game in sorted(games)}
    boards = {
        game: _game_board(game, ratings, fits[game], found) if found else ()
        for game, found in shares.items()
    }
    return Boards(_overall_board(ratings, shares), boards)


def to_json(boards: Boards) -> str:
    """Return the canonical text: one line, sorted keys, rounded numbers."""
    return json.dumps(asdict(boards), sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n"


def _shares(fit: Fit | None, listed: Collection[Player]) -> _Shares:
    field = [player for player in fit.players if player in listed] if fit else []
    if fit is None or not field:
        return {}
    values, deviations = (column.tolist() for column in fit.win_shares(field))
    return dict(zip(field, zip(values, deviations, strict=True), strict=True))


def _game_board(game: str, ratings: Ratings, fit: Fit, shares: _Shares) -> tuple[Row, ...]:
    current = {player: ratings[player, game] for player in shares}
    strengths = {player: _rounded(fit.strength(player)) for player in shares}
    live = {player: _round(rating.score) for player, rating in current.items()}
    ranks = _ranks({player: strength.value for player, strength in strengths.items()})
    live_ranks = _ranks(live)
    rows = [
        Row(
            rank=ranks[player],
            live_rank=live_ranks[player],
            player=player,
            matches=rating.matches,
            mean=_round(rating.mean),
            deviation=_round(rating.deviation),
            live=live[player],
            strength=strengths[player],
            win_share=_rounded(proportion(*shares[player])),
        )
        for player, rating in current.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.player)))


def _overall_board(ratings: Ratings, shares: Mapping[str, _Shares]) -> tuple[OverallRow, ...]:
    players = sorted({player for found in shares.values() for player in found})
    live = {player: _round(overall(ratings, player, shares)) for player in players}
    means = {player: _rounded(_mean_share(player, shares)) for player in players}
    ranks = _ranks({player: mean.value for player, mean in means.items()})
    live_ranks = _ranks(live)
    rows = [
        OverallRow(
            rank=ranks[player],
            live_rank=live_ranks[player],
            player=player,
            matches=sum(ratings.get((player, game), Rating()).matches for game in shares),
            live=live[player],
            win_share=means[player],
            games={game: _part(player, game, ratings, found) for game, found in shares.items()},
        )
        for player in players
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.player)))


def _mean_share(player: Player, shares: Mapping[str, _Shares]) -> Estimate:
    """Return the mean over all games; the games' fits know nothing of each other."""
    played = [found[player] for found in shares.values() if player in found]
    value = sum(value for value, _ in played) / len(shares)
    return proportion(value, hypot(*(deviation for _, deviation in played)) / len(shares))


def _part(player: Player, game: str, ratings: Ratings, shares: _Shares) -> Part:
    score = ratings.get((player, game), Rating()).score
    return Part(_round(score), _round(shares.get(player, (0.0, 0.0))[0]))


def _ranks(scores: Mapping[Player, float]) -> dict[Player, int]:
    """Return 1 and the number of better scores; what is equal as shown has the same rank."""
    ordered = sorted(-score for score in scores.values())
    return {player: 1 + bisect_left(ordered, -score) for player, score in scores.items()}


def _rounded(estimate: Estimate) -> Estimate:
    return Estimate(_round(estimate.value), _round(estimate.low), _round(estimate.high))


def _round(number: float) -> float:
    # Adding 0 makes a 0 of -0, which JSON would tell apart.
    return round(number, DIGITS) + 0.0
