"""The review of a game: the decisions of a seat with what each has cost, and the split result."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from random import Random
from typing import Any, Final

from arena.games import IllegalMove, Move
from arena.match.index import PastQuestion, read_questions
from arena.match.replay import Replay
from arena.review.playouts import AT_RANDOM, Continuation
from arena.review.policy import reference_policy
from arena.review.split import Split, split_result
from arena.review.worth import AskedDecision, Worth, weigh
from arena.v1 import record_pb2 as rec

# Half the width of a 95 % interval, in standard errors.
_NORMAL: Final = 1.96


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision in which there was a choice, with what its moves were worth."""

    question: int
    """Its number among the questions of the game, as `arena replay --view` counts."""
    step: int
    """After how many steps of the game it was asked, as the replay page counts."""
    move: str
    better: str
    """The best move that was found; perhaps the one that was made."""
    cost: float
    """The gain by the better move, in the unit of the game's scores."""
    error: float
    """The standard error of the cost."""
    worths: tuple[Worth, ...]
    """The values of all legal moves, the best first."""

    @property
    def surely(self) -> float:
        """The least that it has cost, in 97.5 of 100; below 0 if that is not sure."""
        return self.cost - _NORMAL * self.error

    @property
    def sure(self) -> float:
        """How sure it is that the better move is better, from 0.5 to 1."""
        if not self.error:
            return 1.0 if self.cost > 0 else 0.5
        return max(0.5, 0.5 * (1 + erf(self.cost / self.error / sqrt(2))))


@dataclass(frozen=True, slots=True)
class GameReview:
    """The play of a seat in a game."""

    game: int
    """Its number in the match, from 1 on."""
    seat: int
    split: Split
    decisions: tuple[ReviewedDecision, ...]
    """In the order in which they were made."""
    forfeited: bool

    @property
    def cost(self) -> float:
        """The gain by all better moves together."""
        return sum(one.cost for one in self.decisions)

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return sqrt(sum(one.error**2 for one in self.decisions))


def list_seats(replays: Sequence[Replay], bot: str) -> Iterator[tuple[int, int]]:
    """Yield where a bot sat: the number of the game, from 0 on, and the seat."""
    for replay in replays:
        yield from ((replay.number, seat) for seat, name in enumerate(replay.names) if name == bot)


def list_costliest(reviews: Iterable[GameReview]) -> list[tuple[GameReview, ReviewedDecision]]:
    """Return the mistakes, the one that surely cost most first."""
    found = ((review, decision) for review in reviews for decision in review.decisions)
    mistakes = (pair for pair in found if pair[1].surely > 0)
    return sorted(mistakes, key=lambda pair: -pair[1].surely)


def review_seat(replay: Replay, seat: int, playouts: int) -> GameReview:
    """Review a game of a record for one of its seats by the policy of all reviews.

    Difference if the game did not go as recorded.
    """
    return review_game(replay, seat, playouts, reference_policy(replay.game.name))


def review_game(
    replay: Replay, seat: int, playouts: int, goes_on: Continuation = AT_RANDOM
) -> GameReview:
    """Review a game of a record for one of its seats, with this many playouts for each decision.

    The same game with the same playouts has the same review. Difference if the game did not go as
    recorded.
    """
    rng = Random(f"{replay.plan.seed.hex()} {replay.number} {seat}")
    decisions = tuple(_review_decisions(replay, seat, playouts, goes_on, rng))
    return GameReview(
        replay.number + 1,
        seat,
        split_result(replay, seat, playouts, goes_on, rng),
        decisions,
        any(forfeit.seat == seat for forfeit in replay.recorded.forfeits),
    )


def _review_decisions(
    replay: Replay, seat: int, playouts: int, goes_on: Continuation, rng: Random
) -> Iterator[ReviewedDecision]:
    steps = [*_steps(replay)]
    for question in read_questions(replay):
        made = _move(replay, question.answer)
        if question.seat != seat or made is None or len(question.turn.legal) == 1:
            continue
        found = weigh(_decision(question), made, playouts, goes_on, rng)
        yield ReviewedDecision(
            question.number,
            steps[question.number - 1],
            str(made),
            str(found.better),
            found.cost,
            found.error,
            found.worths,
        )


def _steps(replay: Replay) -> Iterator[int]:
    """Yield for every question after how many steps it was asked."""
    for number, step in enumerate(replay.steps()):
        yield from (number for entry in step.entries if not entry.fallback)


def _move(replay: Replay, entry: rec.Entry) -> Move | None:
    """Return the move of an answer; None if it was refused."""
    if entry.verdict != rec.VERDICT_OK:
        return None
    try:
        move: Move = replay.game.decode(getattr(entry.move, replay.game.name))
    except IllegalMove:
        return None
    return move


def _decision(question: PastQuestion) -> AskedDecision:
    game = question.replay.game
    legal: list[Any] = [game.decode(getattr(move, game.name)) for move in question.turn.legal]
    view = getattr(question.turn.view, game.name)
    return AskedDecision(game, view, question.seat, legal, question.replay.plan.teams)
