"""Tournaments that are hard to fit: pairs of which one wins all, rings, a champion, partners."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np

from ladder.matches import Result
from ladder.ratings.link import Floats
from tests.ladder.ratings.simulated import BEGIN, players


def honest(rng: Any, size: int) -> Floats:
    """Strengths alone decide."""
    strengths = rng.normal(0, rng.choice([0.3, 1, 3]), size)
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def styles(rng: Any, size: int) -> Floats:
    """Bots suit each other, and that is all."""
    return _both_ways(1 / (1 + np.exp(rng.normal(0, rng.choice([0.5, 2, 4]), (size, size)))))


def decided(rng: Any, size: int) -> Floats:
    """The same bot of two wins all their games, or nearly all."""
    lean = rng.choice([1, 1, 0.98, 0.95, 0.9])
    return _both_ways(np.where(rng.random((size, size)) < 0.5, lean, 1 - lean))


def mixed(rng: Any, size: int) -> Floats:
    """Some pairs are decided and some are even."""
    return _both_ways(rng.choice([0, 0.02, 0.5, 0.98, 1], (size, size)))


def ring(rng: Any, size: int) -> Floats:
    """Each bot of a ring beats the next half of it, and all lose to a master."""
    chances = honest(rng, size)
    master, *others = rng.permutation(size)[: rng.integers(3, size + 1)]
    for place, one in enumerate(others):
        behind = np.roll(others, -place)[1 : 1 + (len(others) - 1) // 2]
        chances[one, behind], chances[behind, one] = 1, 0
        chances[one, master], chances[master, one] = 0, 1
    return chances


def champion(rng: Any, size: int) -> Floats:
    """One bot beats all others, and another one may lose to all."""
    chances = honest(rng, size)
    chances[0], chances[:, 0] = 1, 0
    if rng.random() < 0.5:
        chances[-1], chances[:, -1] = 0, 1
    return chances


def _both_ways(chances: Floats) -> Floats:
    upper = np.triu(chances, 1)
    return np.asarray(upper + np.tril(1 - upper.T, -1))


KINDS: Final[Sequence[Callable[[Any, int], Floats]]] = (
    *(decided, ring, mixed, styles, champion, honest),
)
"""Each returns how likely a bot comes in front of each other one."""


def kind_of(seed: int) -> str:
    """Return what kind of tournament a seed draws."""
    return KINDS[seed % len(KINDS)].__name__


def draw_tournament(seed: int) -> list[Result]:
    """Return the results of one: of 3 to 40 bots, in duels, at tables of four or with partners."""
    rng = np.random.default_rng(seed)
    size = int(rng.choice([3, 4, 5, 6, 6, 7, 8, 10, 12, 20, 40]))
    chances = KINDS[seed % len(KINDS)](rng, size)
    ways = (_duels, _duels, _duels, _tables, _partners)
    way = _duels if size < 4 else ways[rng.integers(len(ways))]
    return [*way(rng, chances)]


def _duels(rng: Any, chances: Floats) -> Iterator[Result]:
    """Play all pairs, some, or a single one."""
    names, games = players(len(chances)), int(rng.choice([1, 8, 40, 200]))
    pairs = [*combinations(range(len(names)), 2)]
    met = rng.choice([1, 1, 0.3, 0])
    for number, (one, other) in enumerate(pairs):
        if number == 0 or rng.random() < met:
            won = rng.random(games) < chances[one, other]
            ranks = tuple((1, 2) if first else (2, 1) for first in won.tolist())
            yield _played(number, (names[one], names[other]), ranks)


def _tables(rng: Any, chances: Floats) -> Iterator[Result]:
    """Play at tables of four, where each is ranked by how many others it beats."""
    names, games = players(len(chances)), int(rng.choice([4, 40]))
    for number in range(8 * len(names)):
        seats = rng.choice(len(names), 4, replace=False)
        won = np.triu(rng.random((games, 4, 4)) < chances[np.ix_(seats, seats)], 1)
        beaten = (won | np.tril(~won.transpose(0, 2, 1), -1)).sum(axis=2)
        ranks = 1 + (beaten[:, :, None] < beaten[:, None, :]).sum(axis=2)
        yield _played(number, [names[seat] for seat in seats], tuple(map(tuple, ranks.tolist())))


def _partners(rng: Any, chances: Floats) -> Iterator[Result]:
    """Play two against two, as the first of each does; some of the losers forfeit."""
    names, games = players(len(chances)), int(rng.choice([4, 40]))
    forfeits = rng.choice([0, 0.1, 0.6])
    for number in range(4 * len(names)):
        seats = rng.choice(len(names), 4, replace=False)
        played = [_partners_game(rng, chances, seats, forfeits) for _ in range(games)]
        ranks, sides = zip(*played, strict=True)
        yield _played(number, [names[seat] for seat in seats], ranks, sides)


def _partners_game(
    rng: Any, chances: Floats, seats: Any, forfeits: float
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    side = rng.permutation([0, 0, 1, 1])
    one, other = (np.flatnonzero(side == team)[0] for team in (0, 1))
    loser = int(rng.random() < chances[seats[one], seats[other]])
    if rng.random() < forfeits:
        return tuple(np.where(np.arange(4) == (other if loser else one), 4, 1).tolist()), (
            0,
            1,
            2,
            3,
        )
    return tuple(np.where(side == loser, 2, 1).tolist()), tuple(side.tolist())


def _played(
    number: int,
    names: Any,
    ranks: tuple[tuple[int, ...], ...],
    sides: tuple[tuple[int, ...], ...] = (),
) -> Result:
    return Result(number, number, 1, "g", tuple(names), ranks, sides, BEGIN)
