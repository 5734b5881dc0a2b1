"""The turning point of a game: the turn by which the chance to win changed most.

The chance is how often a seat wins imagined ends: from the true state, with all cards where they
are, a policy plays on for all seats. Their number follows from the length of the game, and their
random seeds from its deal, so a record has the same turning point everywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from arena.games import Move, State, playout
from arena.games.playout import Policy
from arena.match.referee import rank_seats
from arena.match.replay import Replay, Step
from arena.review.policy import reference_policy

# Imagined ends after a turn, at most, and the moves of all imagined ends of a game.
_ENDS: Final = 40
_MOVES: Final = 250_000
# A change of this many standard errors is no accident among the turns of a game.
_SURE: Final = 3.0
# How often a seat errs in imagined ends.
_ERRING: Final = 0.25


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The turn by which the chance of a seat to win changed most."""

    step: int
    """The number of the first step of the turn, as the replay page counts."""
    seat: int
    before: float
    after: float
    """The chances of the seat before and after the turn, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """Steps of one seat in a row, or a step of several seats at once."""

    first: int
    state: State[Any]
    lost: frozenset[int]
    """The seats that had forfeited."""
    ends_round: bool
    """Whether a round ended by it: it shows what the turns before have decided."""


def find_turning_point(replay: Replay) -> TurningPoint | None:
    """Return the turning point of a game; None if no change is sure.

    Difference if the game did not go as recorded.
    """
    turns = [*_turns(replay)]
    ends = _number_of_ends(turns[-1].first, len(replay.recorded.entries))
    found: list[TurningPoint] = []
    before = _chances(replay, turns[0], ends)
    for turn in turns[1:]:
        after = _chances(replay, turn, ends)
        if not turn.ends_round:
            found += [
                TurningPoint(turn.first, seat, *change)
                for seat, change in enumerate(zip(before, after, strict=True))
                if _is_sure(*change, ends)
            ]
        before = after
    return max(found, key=lambda one: abs(one.after - one.before), default=None)


def _number_of_ends(steps: int, moves: int) -> int:
    """Return how many ends are imagined after each turn: half a game is left on average."""
    return max(1, min(_ENDS, 2 * _MOVES // max(1, steps * moves)))


def _is_sure(before: float, after: float, ends: int) -> bool:
    variance = (before * (1 - before) + after * (1 - after)) / ends
    return abs(after - before) > _SURE * sqrt(variance)


def _turns(replay: Replay) -> Iterator[_Turn]:
    """Yield the beginning of a game as a turn, and all turns, each with the state after it."""
    ends_round = reference_policy(replay.game.name).ends_round
    root = replay.start().copy()
    turn, mover = _Turn(0, root, frozenset(), ends_round=False), None
    for number, step in enumerate(replay.steps(), start=1):
        ended = ends_round is not None and ends_round(step.state, root)
        now, first = _mover(step), number
        if now is not None and now == mover:
            first = turn.first
        else:
            yield turn
        lost = turn.lost | {forfeit.seat for forfeit in step.forfeits}
        turn, mover = _Turn(first, step.state.copy(), lost, ended), None if ended else now
        root = turn.state if ended else root
    yield turn


def _mover(step: Step) -> int | None:
    """Return whose step it was; None if it was of several seats at once."""
    seats = {entry.seat for entry in step.entries}
    return seats.pop() if len(seats) == 1 else None


def _erring(policy: Policy | None) -> Policy | None:
    """Return a policy that now and then plays any move: else all ends may be the same."""
    if policy is None:
        return None

    def choose(state: State[Any], seat: int, rng: Random) -> Move:
        if rng.random() >= _ERRING:
            return policy(state, seat, rng)
        legal: Sequence[Move] = state.legal(seat)
        return legal[int(rng.random() * len(legal))]

    return choose


def _chances(replay: Replay, turn: _Turn, ends: int) -> Sequence[float]:
    """Return how often each seat wins after a turn; a shared win counts in part."""
    policy = _erring(reference_policy(replay.game.name).policy)
    wins = [0.0] * len(replay.names)
    for end in range(ends):
        played = turn.state.copy()
        playout(played, Random(f"{replay.scheduled.deal.seed} {end}"), policy=policy)
        ranks = rank_seats(played.ranks(), {*turn.lost})
        winners = [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return [min(1.0, won / ends) for won in wins]
