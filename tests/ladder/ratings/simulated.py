"""Logs of matches between players whose strengths are known."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ladder.matches import Player, Result

Floats: TypeAlias = npt.NDArray[np.float64]
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def result(
    teams: str, ranks: Sequence[int] | None = None, *, game: str = "g", number: int = 0
) -> Result:
    """Return a match of one game, its teams written as "a b" or "ab cd", by default in order."""
    sides = teams.split()
    places = tuple(ranks or range(1, len(sides) + 1))
    team_of = tuple(team for team, side in enumerate(sides) for _ in side)
    return Result(
        number,
        number,
        1,
        game,
        tuple("".join(sides)),
        (tuple(places[team] for team in team_of),),
        (team_of,) if len(team_of) > len(sides) else (),
        BEGIN + timedelta(minutes=number),
    )


def players(count: int) -> list[Player]:
    return [f"bot{number:05}@1" for number in range(count)]


def strengths(count: int, spread: float, seed: int) -> dict[Player, float]:
    """Return strengths in logits with mean 0."""
    drawn = np.random.default_rng(seed).normal(0, spread, count)
    return dict(zip(players(count), (drawn - drawn.mean()).tolist(), strict=True))


def log(
    truth: Mapping[Player, float],
    matches: int,
    *,
    seed: int,
    teams: Sequence[int] = (1, 1, 1, 1),
    games: int = 1,
    gaussian: bool = False,
    suits: Floats | None = None,
) -> list[Result]:
    """Return matches of this many games, in which a team performs by its strength and by luck.

    With luck from Gumbel's distribution the pairs of teams are as Bradley and Terry have it.
    Gaussian luck has deviation 1. A player's strength is more by `suits` for each other one at the
    table: by player, then the other one, in the order of `truth`. Partners are drawn again for
    every game.
    """
    rng = np.random.default_rng(seed)
    names, values = list(truth), np.array(list(truth.values()))
    team_of = np.repeat(np.arange(len(teams)), teams)
    together, draw = max(teams) > 1, rng.normal if gaussian else rng.gumbel
    found = []
    for number in range(matches):
        seats = rng.choice(len(names), len(team_of), replace=False)
        strong = values[seats] + (0 if suits is None else suits[np.ix_(seats, seats)].sum(axis=1))
        sides = np.array([rng.permutation(team_of) for _ in range(games * together)])
        strong = np.array([np.bincount(side, strong) for side in sides]) if together else strong
        shown = strong + draw(size=(games, len(teams)))
        ranks = 1 + (shown[:, :, None] < shown[:, None, :]).sum(axis=2)
        ranks = np.take_along_axis(ranks, sides, axis=1) if together else ranks
        told, partners = (tuple(map(tuple, table.tolist())) for table in (ranks, sides))
        named = tuple(names[seat] for seat in seats)
        time = BEGIN + timedelta(minutes=number)
        found.append(Result(number, number, 1, "g", named, told, partners, time))
    return found
