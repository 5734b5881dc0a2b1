"""The worth of the moves of a decision: flat determinized Monte Carlo, in points.

The cards that the seat has not seen are dealt at random so that they agree with what it has seen,
each move is made in the same imagined game, and its round is played on to the end by a policy. The
best move is found by sequential halving (Karnin, Koren and Somekh 2013): everybody gets a share of
the playouts, the worse half goes, and so on. Its gain over the move that was made is then measured
by as many playouts of its own: those that chose it would flatter it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2
from random import Random
from typing import Any, Final

from arena.games import AnyGame, Move
from arena.review.playouts import Continuation, RunningMean, lead

# Each move is tried so often at least, however many there are.
_LEAST: Final = 4


@dataclass(frozen=True, slots=True)
class Worth:
    """By how much the seat leads at the end, on average, after this move."""

    move: str
    lead: float
    error: float
    """The standard error of the lead."""
    playouts: int


@dataclass(frozen=True, slots=True)
class AskedDecision:
    """A question to a seat."""

    game: AnyGame
    view: Any
    seat: int
    legal: Sequence[Move]
    teams: Sequence[int]


@dataclass(frozen=True, slots=True)
class Weighed:
    """The result of weighing a decision."""

    better: Move
    """The best move that was found; perhaps the one that was made."""
    cost: float
    """Its gain over the move that was made; by chance it may come out below 0."""
    error: float
    """The standard error of the cost."""
    worths: tuple[Worth, ...]
    """The values of all legal moves, the best first."""


def weigh(
    asked: AskedDecision, made: Move | None, playouts: int, goes_on: Continuation, rng: Random
) -> Weighed:
    """Find the best move by half of the playouts, and by the other half what it is worth more: than
    the move that was made, or else than the next best one.
    """
    tallies = {move: RunningMean() for move in asked.legal}
    best, rival = _find_best(asked, tallies, playouts // 2, goes_on, rng)
    made, cost = rival if made is None else made, RunningMean()
    if best != made:
        for _ in range(max(_LEAST, playouts // 4)):
            better, worse = _try_out(asked, (best, made), goes_on, rng)
            tallies[best].add(better)
            tallies[made].add(worse)
            cost.add(better - worse)
    worths = [
        Worth(str(move), tally.mean, tally.error, tally.count) for move, tally in tallies.items()
    ]
    worths.sort(key=lambda worth: -worth.lead)
    return Weighed(best, cost.mean, cost.error, tuple(worths))


def _find_best(
    asked: AskedDecision,
    tallies: dict[Move, RunningMean],
    playouts: int,
    goes_on: Continuation,
    rng: Random,
) -> tuple[Move, Move]:
    """Return the best move, and the one that was left with it at last."""
    rivals = left = list(tallies)
    rounds = max(1, ceil(log2(len(left))))
    while len(left) > 1:
        for _ in range(max(_LEAST, playouts // rounds // len(left))):
            for move, value in zip(left, _try_out(asked, left, goes_on, rng), strict=True):
                tallies[move].add(value)
        left.sort(key=lambda move: -tallies[move].mean)
        rivals, left = left, left[: ceil(len(left) / 2)]
    return left[0], rivals[-1]


def _try_out(
    asked: AskedDecision, moves: Sequence[Move], goes_on: Continuation, rng: Random
) -> Iterator[float]:
    """Yield the lead at the end after each of these moves, in one imagined game from one seed."""
    imagined, seed = asked.game.imagine(asked.view, rng), rng.getrandbits(64)
    for move in moves:
        state = imagined.copy()
        state.play(asked.seat, move)
        goes_on.play(state, imagined, Random(seed))
        yield lead(state, asked.seat, asked.teams)
