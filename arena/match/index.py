"""An index of a match: who came where in each of its games, and each question that was asked.

It is read off the record; nothing is played again but the one game whose questions are asked for.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from google.protobuf.json_format import MessageToDict

from arena.errors import UserError
from arena.games.events import Telling
from arena.games.messages import make_turn, write_events
from arena.games.scene import Scene
from arena.match.replay import Difference, Replay
from arena.match.verdict import Fault, read_verdict
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """The outcome of a game for one of its seats."""

    seat: int
    bot: str
    rank: int
    score: int
    forfeit: str
    """The verdict that it forfeited the game by; empty if it did not."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The outcome of a game, the best seat first."""

    game: int
    """Its number in the match, from 1 on."""
    moves: int
    seats: tuple[SeatOutcome, ...]

    def of(self, bot: str) -> list[SeatOutcome]:
        """Return the seats of a bot: more than one where its copies play."""
        return [one for one in self.seats if one.bot == bot]

    def is_lost_by(self, bot: str) -> bool:
        """Say whether none of a bot's seats is first."""
        return all(one.rank > 1 or one.forfeit for one in self.of(bot))


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question as a seat was sent it, but for its number and the times; and what it answered.

    It has the events, whether the seat wanted to hear of them or not.
    """

    replay: Replay
    number: int
    """Its place among the questions of the game to all seats, from 1 on."""
    seat: int
    turn: pb.Turn
    answer: rec.Entry
    scene: Scene
    """The table as the seat saw it."""

    @property
    def legal(self) -> list[str]:
        """The legal moves in text notation."""
        game = self.replay.game
        return [str(game.decode(getattr(move, game.name))) for move in self.turn.legal]


def read_steps(replay: Replay) -> dict[tuple[int, int], int]:
    """Return by seat and turn, from 1 on, after how many steps of the game it was asked.

    The last turn of a seat that forfeits may have no answer.
    """
    turns, silent = Counter[int](), set[int]()
    found: dict[tuple[int, int], int] = {}
    for number, step in enumerate(replay.steps()):
        for entry in step.entries:
            if entry.seat not in silent:
                turns[entry.seat] += 1
                found[entry.seat, turns[entry.seat]] = number
            if entry.fallback:
                silent.add(entry.seat)
    return found


def read_index(replays: Sequence[Replay], bot: str | None, *, lost: bool) -> list[GameOutcome]:
    """Return the games of a match as they were played; with a bot, its worst first.

    With `lost`, only those that the bot has lost. UserError for a bot that did not play, Difference
    for a game that has no result.
    """
    found = [_read_result(replay) for replay in replays]
    if bot is None:
        if lost:
            raise UserError("Lost by whom? --lost goes with --bot NAME.")
        return found
    require_bot(replays, bot)
    chosen = [one for one in found if not lost or one.is_lost_by(bot)]
    return sorted(chosen, key=lambda one: _merit(one.of(bot)))


def require_bot(replays: Sequence[Replay], bot: str) -> None:
    """UserError, with those that did, for a bot that did not play."""
    names = sorted({name for replay in replays for name in replay.names})
    if bot not in names:
        raise UserError(f"No bot {bot!r} has played here; those that have: {', '.join(names)}.")


def read_questions(replay: Replay, bot: str | None = None) -> Iterator[PastQuestion]:
    """Play a game again and yield its questions in their order, those to one bot or to all.

    UserError if the game did not go as recorded.
    """
    for question in _ask_again(replay):
        if not question.answer.fallback and bot in {None, replay.names[question.seat]}:
            yield question


def read_forfeit(replay: Replay, seat: int) -> Fault | None:
    """Return what a seat forfeited the game by; None if it did not."""
    for forfeit in replay.recorded.forfeits:
        if forfeit.seat == seat:
            return Fault(read_verdict(forfeit.verdict), forfeit.detail)
    return None


def read_lost_question(replay: Replay, seat: int) -> PastQuestion | None:
    """Return the question that a seat forfeited the game by not answering; None if there is none.

    Its answer is what the referee played. By an illegal answer a seat has answered.
    """
    if read_forfeit(replay, seat) is None:
        return None
    *_, before, last = None, *(one for one in _ask_again(replay) if one.seat == seat)
    refused = before is not None and before.answer.verdict == rec.VERDICT_ILLEGAL
    return None if refused else last


def _ask_again(replay: Replay) -> Iterator[PastQuestion]:
    """Yield the questions of a game, with what a bot that wants to hear it was told.

    The last one to a seat that is lost is what the referee answered first in its place.
    """
    number, lost = 1, set[int]()
    telling: Telling | None = None
    for state, answer in replay.moves():
        telling, seat = telling or Telling(state, len(replay.names)), answer.seat
        if seat in lost:
            continue
        turn = make_turn(replay.game, state, seat)
        turn.events.extend(write_events(telling.news(seat)))
        yield PastQuestion(replay, number, seat, turn, answer, replay.game.scene(state, seat))
        if answer.fallback:
            lost.add(seat)
        number += not answer.fallback


def describe_question(question: PastQuestion) -> dict[str, Any]:
    """Return a question as plain data, which `arena_sdk.testing.read_turn` makes a Turn of."""
    replay = question.replay
    return {
        "game": replay.game.name,
        "options": dict(sorted(replay.plan.option_texts.items())),
        "match_game": replay.number + 1,
        "question": question.number,
        "seat": question.seat,
        "bot": replay.names[question.seat],
        "turn": MessageToDict(question.turn),
        "legal": question.legal,
        "answer": replay.text(question.answer),
    }


def _read_result(replay: Replay) -> GameOutcome:
    recorded = replay.recorded
    seated = len(replay.names)
    verdicts = {one.seat: str(read_verdict(one.verdict)) for one in recorded.forfeits}
    if len(recorded.ranks) != seated or len(recorded.scores) != seated:
        raise Difference(f"game {replay.number + 1}: it has not a rank and a score for each seat.")
    seats = [
        SeatOutcome(seat, name, recorded.ranks[seat], recorded.scores[seat], verdicts.get(seat, ""))
        for seat, name in enumerate(replay.names)
    ]
    moves = sum(not entry.fallback for entry in recorded.entries)
    return GameOutcome(replay.number + 1, moves, tuple(sorted(seats, key=lambda one: one.rank)))


def _merit(seats: Sequence[SeatOutcome]) -> tuple[float, float]:
    """Return what sorts a bot's games, the worst first: its ranks, then its scores."""
    return -sum(one.rank for one in seats), sum(one.score for one in seats)
