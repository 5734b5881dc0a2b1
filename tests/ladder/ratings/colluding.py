"""Seasons in which some bots help another one."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from ladder.matches import Player, Result, name_of

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
GAMES = 40


def season(
    seed: int,
    *,
    bots: int = 40,
    matches: int = 400,
    seats: int = 4,
    spread: float = 0.3,
    suits: float = 0,
    helpers: int = 0,
    throws: float = 0,
    lifts: float = 0,
) -> list[Result]:
    """Return the matches of a season whose luck is Gaussian, with deviation 1 in a game.

    Where bot 0, an average one, meets one of its helpers, which are the next ones, the helper
    performs worse by `throws` and bot 0 better by `lifts`. Each is better by some luck of style,
    `suits`, against each other one.
    """
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, spread, bots)
    strengths[0] = 0
    styles = rng.normal(0, suits, (bots, bots))
    found = []
    for number in range(matches):
        table = rng.choice(bots, seats, replace=False)
        shown = strengths[table] + styles[np.ix_(table, table)].sum(axis=1)
        shown = shown + rng.normal(size=(GAMES, seats))
        helping = (table > 0) & (table <= helpers) & (0 in table)
        shown[:, helping] -= throws
        shown[:, table == 0] += lifts * helping.sum()
        found.append(played(number, table.tolist(), shown))
    return found


def played(
    number: int, table: Sequence[int], shown: "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
) -> Result:
    ranks = 1 + (shown[:, :, None] < shown[:, None, :]).sum(axis=2)
    players = tuple(f"bot{bot}@{1 + number // 100}" for bot in table)
    games = tuple(map(tuple, ranks.tolist()))
    return Result(number, number, 1, "six_nimmt", players, games, (), BEGIN)


def helped_season(seed: int, helpers: int, **kind: float) -> list[Result]:
    """Return a season of 41 bots, each in one version, some of which lose to an average one."""
    usual = {"bots": 41, "matches": 410, "spread": 0.35, "throws": 50}
    results = season(seed, helpers=helpers, **{**usual, **kind})  # type: ignore[arg-type]
    return [replace(one, players=tuple(map(name_of, one.players))) for one in results]


def throw_to(master: Player, helpers: Collection[Player], results: list[Result]) -> list[Result]:
    """Return games of two teams with those lost in which a helper sits against its master."""

    def ranks(one: Result, game: int) -> tuple[int, ...]:
        teams = one.teams[game]
        team = dict(zip(one.players, teams, strict=True))
        against = {team[helper] for helper in helpers if helper in team}
        if against - {team[master]}:
            return tuple(1 if side == team[master] else 2 for side in teams)
        return one.ranks[game]

    return [
        replace(one, ranks=tuple(ranks(one, game) for game in range(len(one.ranks))))
        if master in one.players
        else one
        for one in results
    ]
