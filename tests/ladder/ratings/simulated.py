"""Logs of matches between players whose strengths are known."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ladder.result import Player, Result

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def result(
    teams: str, ranks: Sequence[int] | None = None, *, game: str = "g", number: int = 0
) -> Result:
    """Return a result of teams written as "a b" or "ab cd", by default in the order of finish."""
    sides = tuple(tuple(team) for team in teams.split())
    places = tuple(ranks or range(1, len(sides) + 1))
    return Result(number, f"m{number}", game, sides, places, BEGIN + timedelta(minutes=number))


def players(count: int) -> list[Player]:
    return [f"bot{number:05}@1" for number in range(count)]


def strengths(count: int, spread: float, seed: int) -> dict[Player, float]:
    """Return strengths in logits with mean 0."""
    drawn = np.random.default_rng(seed).normal(0, spread, count)
    return dict(zip(players(count), (drawn - drawn.mean()).tolist(), strict=True))


def log(
    truth: Mapping[Player, float], matches: int, *, seed: int, teams: Sequence[int] = (1, 1, 1, 1)
) -> list[Result]:
    """Return matches at random tables, where the pairs of teams are as Bradley and Terry have it.

    A team's performance is its strength and luck from Gumbel's distribution, so the order is
    Plackett and Luce's, and every pair of it a logistic one.
    """
    rng = np.random.default_rng(seed)
    names, values = list(truth), np.array(list(truth.values()))
    ends = np.cumsum([0, *teams])
    found = []
    for number in range(matches):
        seats = rng.choice(len(names), ends[-1], replace=False)
        sides = [seats[low:high] for low, high in pairwise(ends)]
        luck: npt.NDArray[np.float64] = rng.gumbel(size=len(teams))
        performance = [values[side].sum() + more for side, more in zip(sides, luck, strict=True)]
        ranks = tuple(1 + sum(bool(other > own) for other in performance) for own in performance)
        named = tuple(tuple(names[seat] for seat in side) for side in sides)
        time = BEGIN + timedelta(minutes=number)
        found.append(Result(number, f"m{number}", "g", named, ranks, time))
    return found
