"""The review of a game: the decisions of a seat with what each has cost, and the split result."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import erf, sqrt
from random import Random
from typing import Any

from arena.games import IllegalMove, Move
from arena.games.playout import Policy
from arena.match.index import PastQuestion, read_questions
from arena.match.replay import Replay
from arena.review.split import Split, split_result
from arena.review.worth import AskedDecision, Worth, weigh
from arena.v1 import record_pb2 as rec


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
    """What the better move is worth more, in the unit of the game's scores."""
    error: float
    """The standard error of the cost."""
    worths: tuple[Worth, ...]
    """Of all legal moves, the best first."""

    @property
    def sure(self) -> float:
        """How sure it is that the better move is better, from 0.5 to 1."""
        if not self.error:
            return 1.0 if self.cost > 0 else 0.5
        return max(0.5, 0.5 * (1 + erf(self.cost / self.error / sqrt(2))))


@dataclass(frozen=True, slots=True)
class GameReview:
    """What a seat made of a game."""

    game: int
    """Its number in the match, from 1 on."""
    seat: int
    split: Split
    decisions: tuple[ReviewedDecision, ...]
    """In the order in which they were made."""
    forfeited: bool

    @property
    def cost(self) -> float:
        """What all better moves together were worth more."""
        return sum(one.cost for one in self.decisions)

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return sqrt(sum(one.error**2 for one in self.decisions))


def review_game(
    replay: Replay, seat: int, playouts: int, policy: Policy | None = None
) -> GameReview:
    """Review a game of a record for one of its seats, with this many playouts for each decision.

    The same game with the same playouts has the same review. Difference if the game did not go as
    recorded.
    """
    rng = Random(f"{replay.plan.seed.hex()} {replay.number} {seat}")
    decisions = tuple(_review_decisions(replay, seat, playouts, policy, rng))
    return GameReview(
        replay.number + 1,
        seat,
        split_result(replay, seat, playouts, policy, rng),
        decisions,
        any(forfeit.seat == seat for forfeit in replay.recorded.forfeits),
    )


def _review_decisions(
    replay: Replay, seat: int, playouts: int, policy: Policy | None, rng: Random
) -> Iterator[ReviewedDecision]:
    steps = [*_steps(replay)]
    for question in read_questions(replay):
        made = _move(replay, question.answer)
        if question.seat != seat or made is None or len(question.turn.legal) == 1:
            continue
        found = weigh(_decision(question), made, playouts, policy, rng)
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
