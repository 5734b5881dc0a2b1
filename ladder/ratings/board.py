"""The boards as they are shown: the pure function behind `ladder rate LOG`.

Every number is rounded to `DIGITS` places. That is far below its uncertainty and far above what the
order of a sum inside numpy can change, so that the same log has the same bytes on every machine.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot, isfinite
from statistics import fmean
from typing import Final, Self

import msgspec
import numpy as np

from ladder.matches import Player, Result, Selection
from ladder.ratings.comparisons import Comparisons
from ladder.ratings.live import update
from ladder.ratings.official import DENSE, Estimate, Fit, find_ranges, fit_counts, proportion
from ladder.ratings.rating import Rating, Ratings
from ladder.ratings.reference import reference_field
from ladder.ratings.scale import FIELDS, BoardScale, read_scale
from ladder.ratings.settled import SETTLED

DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A player in one division, on the official board and on the live one."""

    rank: int | None
    """By strength, among those that have one; None for who is provisional."""
    live_rank: int | None
    """By live score, among the same."""
    player: Player
    games: int
    matches: int
    mean: float | None
    """By the live ratings, as the next two; None where some of the results were selected."""
    deviation: float | None
    live: float | None
    """The live score: mean minus three deviations."""
    strength: Estimate
    win_share: Estimate
    """The probability to win a game against a random other of this board."""


@dataclass(frozen=True, slots=True)
class DivisionPart:
    """A player's part in one division of the overall board."""

    rank: int | None
    """On the board of the division; None for who is provisional there."""
    games: int
    chance: Estimate | None
    """The probability to win a game against a random one of the reference field, if there is one;
    against itself it is a half."""


@dataclass(frozen=True, slots=True)
class OverallRow:
    """A player over all divisions."""

    rank: int | None
    """By chance; None for who is provisional in a division, or does not play it."""
    player: Player
    games: int
    matches: int
    chance: Estimate | None
    """The mean over the divisions; only who has a rank has one."""
    divisions: dict[str, DivisionPart]
    """Those in which it has played."""
    needs: dict[str, int]
    """By game how many more games it needs for a rank in all divisions."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The overall board and, by game, the others: first by rank, then who has none.

    Those without a rank overall are in the order of what their games say so far.
    """

    overall: tuple[OverallRow, ...]
    games: dict[str, tuple[Row, ...]]
    references: dict[str, tuple[Player, ...]]
    """By game, against whom overall measures everybody."""
    tried: dict[str, int] = field(default_factory=dict)
    """By author how many versions of bots came in."""
    ranges: dict[str, dict[Player, tuple[int, int]]] = field(default_factory=dict)
    """By game, "" for overall, from which to which rank each may be; all of one hold together."""
    scales: dict[str, BoardScale] | msgspec.UnsetType = msgspec.UNSET
    """By game the steps of its bots; only where a house bot has come in."""

    def of(self, game: str) -> Self:
        """Return the board of one game without the overall board."""
        references = {game: self.references[game]}
        scales = {game: self.scale(game)} if self.scales else msgspec.UNSET
        games = {game: self.games[game]}
        return replace(self, overall=(), games=games, references=references, scales=scales)

    def scale(self, game: str) -> BoardScale:
        """Return the steps of the bots of one game, or why they have none."""
        return (
            self.scales.get(game, BoardScale()) if isinstance(self.scales, dict) else BoardScale()
        )

    def range_of(self, game: str | None, player: Player) -> tuple[int, int] | None:
        """Return from which to which rank it may be; None for who is provisional."""
        return self.ranges.get(game or "", {}).get(player)


def fold_log(
    results: Iterable[Result], selection: Selection
) -> tuple[Ratings | None, dict[str, Fit]]:
    """Return live ratings and fits of what is selected of these results, from nothing.

    Live ratings are of whole seasons: of a part of one there is the official board.
    """
    ratings: dict[tuple[Player, str], Rating] = {}

    def rated() -> Iterator[Result]:
        for result in selection.of(results):
            if selection.is_whole:
                ratings.update(update(ratings, result).after)
            yield result

    fits = fit_games(rated())
    return (ratings if selection.is_whole else None), fits


def fit_games(results: Iterable[Result]) -> dict[str, Fit]:
    """Fit each game that has results."""
    comparisons: defaultdict[str, Comparisons] = defaultdict(Comparisons)
    for result in results:
        comparisons[result.game].add(result)
    return {game: fit_counts(found.counts()) for game, found in comparisons.items()}


def make_boards(
    ratings: Ratings | None,
    fits: Mapping[str, Fit],
    games: Collection[str],
    listed: Collection[Player],
    authors: Mapping[Player, str | None] | None = None,
    *,
    house: Mapping[str, Mapping[int, Player]] | None = None,
) -> Boards:
    """Put live ratings, if there are any, beside the fits of the same results.

    Anyone who is not listed, such as an old version, still counts as an opponent. `authors` are
    those of whom a reference field is made (`reference_field`); without them nobody is ranked
    overall. `house` has by game the bots that make steps, by their grade.
    """
    boards, references, parts, scales = {}, {}, {}, {}
    for game in sorted(games):
        fit = fits.get(game)
        boards[game] = _game_board(game, ratings, fit, listed)
        references[game] = tuple(_references(fit, authors or {}))
        parts[game] = _parts(boards[game], fit, references[game])
        if fit is not None and house and house.get(game):
            scales[game] = _round_scale(
                read_scale(fit, house[game], parts[game], FIELDS.get(game, 0.0))
            )
    overall = _overall_board(fits, parts, listed)
    ranges = {
        game: fits[game].ranges([row.player for row in rows if row.rank])
        for game, rows in boards.items()
        if game in fits
    }
    ranges[""] = _overall_ranges(overall, fits, references)
    return Boards(overall, boards, references, ranges=ranges, scales=scales or msgspec.UNSET)


def _overall_ranges(
    rows: Sequence[OverallRow],
    fits: Mapping[str, Fit],
    references: Mapping[str, Sequence[Player]],
) -> dict[Player, tuple[int, int]]:
    """Compare chances in logits; their fits know nothing of each other, so covariances add up.

    Beyond `DENSE` bots nothing, since that covariance would fill the memory.
    """
    players = [row.player for row in rows if row.chance is not None]
    if not 0 < len(players) <= DENSE:
        return {}
    field = [(fits[game], references[game]) for game in references]
    chances = np.mean([fit.chances(players, its)[0] for fit, its in field], axis=0)
    root = np.hstack([fit.chance_root(players, its) for fit, its in field]) / len(field)
    logits, slopes = np.log(chances / (1 - chances)), 1 / (chances * (1 - chances))
    return find_ranges(players, logits, slopes[:, None] * root)


def to_json(boards: Boards) -> str:
    """Return the canonical text: one line, sorted keys, rounded numbers.

    The ranges are not in it, as those of a log that was rated before keeps its bytes.
    """
    told = msgspec.to_builtins(boards)
    del told["ranges"]
    return msgspec.json.encode(told, order="sorted").decode() + "\n"


# --- the board of a division ---


def _game_board(
    game: str, ratings: Ratings | None, fit: Fit | None, listed: Collection[Player]
) -> tuple[Row, ...]:
    if fit is None:
        return ()
    shown = {*listed}
    field = [player for player in fit.players if player in shown]
    shares = zip(*(column.tolist() for column in fit.win_shares(field)), strict=True)
    # A player without a rating has the first one, unless there are no ratings at all.
    known = {} if ratings is None else {one: ratings.get((one, game), Rating()) for one in field}
    rows = [
        _row(player, fit, proportion(*share), known.get(player))
        for player, share in zip(field, shares, strict=True)
    ]
    settled = [row for row in rows if row.games >= SETTLED]
    official = _ranks({row.player: row.strength.value for row in settled})
    live = _ranks({row.player: row.live for row in settled if row.live is not None})
    ranked = [
        replace(row, rank=official.get(row.player), live_rank=live.get(row.player)) for row in rows
    ]
    return tuple(
        sorted(ranked, key=lambda row: (row.rank is None, -row.strength.value, row.player))
    )


def _row(player: Player, fit: Fit, share: Estimate, rating: Rating | None) -> Row:
    """Return a row without ranks."""
    played = fit.played[player]
    return Row(
        rank=None,
        live_rank=None,
        player=player,
        games=played.games,
        matches=played.matches,
        mean=rating and round_number(rating.mean),
        deviation=rating and round_number(rating.deviation),
        live=rating and round_number(rating.score),
        strength=round_estimate(fit.strength(player)),
        win_share=round_estimate(share),
    )


# --- the overall board ---


@dataclass(frozen=True, slots=True)
class _Chance:
    """A player's part in a division, with the numbers as they are before rounding.

    Without a reference field the value is the share of wins, which orders those without a rank.
    """

    part: DivisionPart
    value: float
    deviation: float = 0.0


def _references(fit: Fit | None, authors: Mapping[Player, str | None]) -> list[Player]:
    if fit is None:
        return []
    settled = {player for player in fit.players if fit.played[player].games >= SETTLED}
    return reference_field(settled, authors)


def _parts(
    rows: Sequence[Row], fit: Fit | None, references: Sequence[Player]
) -> dict[Player, _Chance]:
    if fit is None or not references:
        return {
            row.player: _Chance(DivisionPart(row.rank, row.games, None), row.win_share.value)
            for row in rows
        }
    found = fit.chances([row.player for row in rows], references)
    values, deviations = (column.tolist() for column in found)
    return {
        row.player: _Chance(
            DivisionPart(row.rank, row.games, round_estimate(proportion(value, deviation))),
            value,
            deviation,
        )
        for row, value, deviation in zip(rows, values, deviations, strict=True)
    }


def _overall_board(
    fits: Mapping[str, Fit],
    parts: Mapping[str, Mapping[Player, _Chance]],
    listed: Collection[Player],
) -> tuple[OverallRow, ...]:
    found = {
        player: {game: its[player] for game, its in parts.items() if player in its}
        for player in {*listed}
    }
    rows = [_overall_row(player, fits, played, parts) for player, played in found.items()]
    ranks = _ranks({row.player: row.chance.value for row in rows if row.chance is not None})
    ranked = [replace(row, rank=ranks.get(row.player)) for row in rows]
    return tuple(sorted(ranked, key=lambda row: _order(row, found[row.player])))


def _overall_row(
    player: Player, fits: Mapping[str, Fit], played: Mapping[str, _Chance], games: Collection[str]
) -> OverallRow:
    """Return a row without its rank."""
    missing = {game: SETTLED - (played[game].part.games if game in played else 0) for game in games}
    return OverallRow(
        rank=None,
        player=player,
        games=sum(one.part.games for one in played.values()),
        matches=sum(fits[game].played[player].matches for game in played),
        chance=_mean_chance([*played.values()], len(games)),
        divisions={game: one.part for game, one in played.items()},
        needs={game: number for game, number in missing.items() if number > 0},
    )


def _mean_chance(played: Sequence[_Chance], divisions: int) -> Estimate | None:
    """Return the mean over all divisions; their fits know nothing of each other.

    None for who has no rank in one of them, or where one has no reference field.
    """
    ranked = [one for one in played if one.part.rank is not None and one.part.chance is not None]
    if not divisions or len(ranked) < divisions:
        return None
    value = sum(one.value for one in ranked) / divisions
    deviation = hypot(*(one.deviation for one in ranked)) / divisions
    return round_estimate(proportion(value, deviation))


def mean_of(found: Sequence[Estimate]) -> Estimate:
    """Return the mean of estimates that know nothing of each other."""
    value = fmean(one.value for one in found)
    low = hypot(*(one.value - one.low for one in found)) / len(found)
    high = hypot(*(one.high - one.value for one in found)) / len(found)
    return round_estimate(Estimate(value, value - low, value + high))


def _order(row: OverallRow, played: Mapping[str, _Chance]) -> tuple[int, float, Player]:
    """Order by rank, then those that have none by the mean of what is known of them."""
    if row.chance is not None:
        return 0, -row.chance.value, row.player
    if not played:
        return 2, 0.0, row.player
    return 1, -round_number(fmean(one.value for one in played.values())), row.player


# --- ranks and rounding ---


def _ranks(scores: Mapping[Player, float]) -> dict[Player, int]:
    """Return 1 and the number of better scores; what is equal as shown has the same rank."""
    ordered = sorted(-score for score in scores.values())
    return {player: 1 + bisect_left(ordered, -score) for player, score in scores.items()}


def round_estimate(estimate: Estimate) -> Estimate:
    """Return an estimate as boards show it."""
    return Estimate(*map(round_number, (estimate.value, estimate.low, estimate.high)))


def _round_scale(scale: BoardScale) -> BoardScale:
    rounded = {player: steps.map(round_number) for player, steps in scale.steps.items()}
    return BoardScale(scale.missing, rounded)


def round_number(number: float) -> float:
    """Return a number as boards show it; ArithmeticError if it is none."""
    if not isfinite(number):
        raise ArithmeticError("a board has a number that is none")
    # Adding 0 makes a 0 of -0, which JSON would tell apart.
    return round(number, DIGITS) + 0.0
