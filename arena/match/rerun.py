"""Reruns a recorded game with another bot in one seat: the others answer as they did.

A seat of the record answers as it did as long as it is asked what it was asked then. So the game is
the recorded one until the new bot makes another move; there it stops, or goes on with live bots,
which have been asked everything from the beginning on.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from arena.errors import UserError
from arena.match.clock import Allowance, Spent, read_spent
from arena.match.connection import Connection, Reply
from arena.match.index import PastQuestion, read_questions
from arena.match.match import play_match
from arena.match.replay import Replay
from arena.match.verdict import Fault, read_verdict
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

Connect = Callable[[], Connection]


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a game left its record."""

    question: PastQuestion
    """What the seat was asked, with what it answered then."""
    move: pb.Move
    """What it answers now."""

    @property
    def then(self) -> str:
        """The recorded move in text notation."""
        return self.question.replay.text(self.question.answer)

    @property
    def now(self) -> str:
        """The new move in text notation; empty if it cannot be read."""
        return self.question.replay.text(rec.Entry(move=self.move))


@dataclass(frozen=True, slots=True)
class Rerun:
    """What came of a rerun."""

    same: int
    """How many of the seat's answers were those of the record."""
    departure: Departure | None
    """None if all were."""
    game: rec.GameRecord | None
    """The game to its end; None where it stopped when it left the record."""


async def rerun(replay: Replay, seat: int, connect: Connect, live: Sequence[Connect] = ()) -> Rerun:
    """Play a recorded game again with a bot of ours in a seat.

    It stops at the first move that is another one, or with `live` bots, one for each other seat in
    their order, is played on to its end. UserError if there is no such seat.
    """
    require_seat(replay, seat)
    asked = [*read_questions(replay)]
    watching = _Watching(connect(), [one for one in asked if one.seat == seat], stops=not live)
    others = iter(live)
    by_bot: dict[int, Connection] = {}
    for other, index in enumerate(replay.scheduled.seating):
        if other == seat:
            by_bot[index] = watching
            continue
        questions = [one for one in asked if one.seat == other]
        stand_in = next(others)() if live else None
        by_bot[index] = _Recorded(questions, _forfeit_of(replay, other), stand_in)
    connections = [by_bot[index] for index in range(len(by_bot))]
    played: list[rec.GameRecord] = []
    with suppress(_LeftTheRecord):
        await play_match(
            replay.plan,
            [*map(_give, connections)],
            played.append,
            numbers={replay.number},
            attempt=replay.scheduled.attempt,
        )
    return Rerun(watching.same, watching.departure, played[0] if played else None)


def _give(connection: Connection) -> Connect:
    """Return what makes this connection: a match of one game makes each once."""
    return lambda: connection


def require_seat(replay: Replay, seat: int) -> None:
    """UserError if the game has no such seat."""
    last = len(replay.names) - 1
    if not 0 <= seat <= last:
        raise UserError(f"Game {replay.number + 1} has the seats 0 to {last}, not {seat}.")


class _LeftTheRecord(Exception):  # noqa: N818 - no error
    """The game is another one from here on."""


class _Wrapped(Connection):
    """A connection in front of another one, which may be none."""

    def __init__(self, inner: Connection | None) -> None:
        super().__init__({} if inner is None else inner.parameters)
        self._inner = inner

    async def open(self, limit: float) -> Fault | None:
        return None if self._inner is None else await self._inner.open(limit)

    async def tell(self, message: pb.RefereeMessage) -> None:
        if self._inner is not None:
            await self._inner.tell(message)

    async def close(self) -> None:
        if self._inner is not None:
            await self._inner.close()

    async def evidence(self, fault: Fault) -> Fault:
        return fault if self._inner is None else await self._inner.evidence(fault)


class _Watching(_Wrapped):
    """Passes on what our bot answers, and compares it with the record."""

    def __init__(
        self, inner: Connection, questions: Sequence[PastQuestion], *, stops: bool
    ) -> None:
        super().__init__(inner)
        self._connection = inner
        self._questions = iter(questions)
        self._stops = stops
        self.same = 0
        self.departure: Departure | None = None

    async def _exchange(
        self, message: pb.RefereeMessage, allowed: Allowance
    ) -> tuple[bytes, Spent] | Fault:
        number = message.turn.number
        reply = await self._connection.ask(message.turn, allowed)
        if isinstance(reply, Fault):
            return reply
        self._compare(reply)
        return _answer(number, reply.move, reply.spent)

    def _compare(self, reply: Reply) -> None:
        if self.departure is not None:
            return
        question = next(self._questions, None)
        if question is None or question.answer.move == reply.move:
            self.same += 1
            return
        self.departure = Departure(question, reply.move)
        if self._stops:
            raise _LeftTheRecord


class _Recorded(_Wrapped):
    """Answers as it did then, as long as it is asked what it was asked then; later a live bot."""

    def __init__(
        self, questions: Sequence[PastQuestion], forfeit: Fault | None, live: Connection | None
    ) -> None:
        super().__init__(live)
        self._questions = list(questions)[::-1]
        self._forfeit = forfeit

    async def _exchange(
        self, message: pb.RefereeMessage, allowed: Allowance
    ) -> tuple[bytes, Spent] | Fault:
        number = message.turn.number
        recorded = self._find(message.turn)
        live = None if self._inner is None else await self._inner.ask(message.turn, allowed)
        if recorded is not None:
            return _answer(number, recorded.answer.move, read_spent(recorded.answer))
        if live is None or isinstance(live, Fault):
            return live or self._forfeit or _NOTHING
        return _answer(number, live.move, live.spent)

    def _find(self, turn: pb.Turn) -> PastQuestion | None:
        """Return the question of the record that this is, if the game is still the recorded one."""
        if self._questions and _is_same(turn, self._questions[-1].turn):
            return self._questions.pop()
        if self._inner is not None:
            self._questions.clear()
        return None


_NOTHING = Fault(read_verdict(rec.VERDICT_CRASHED), "the record has no answer to this question")


def _is_same(turn: pb.Turn, other: pb.Turn) -> bool:
    return turn.view == other.view and [*turn.legal] == [*other.legal]


def _answer(number: int, move: pb.Move, spent: Spent) -> tuple[bytes, Spent]:
    choice = pb.Choice(turn=number, move=move)
    return pb.BotMessage(choice=choice).SerializeToString(), spent


def _forfeit_of(replay: Replay, seat: int) -> Fault | None:
    for forfeit in replay.recorded.forfeits:
        if forfeit.seat == seat:
            return Fault(read_verdict(forfeit.verdict), forfeit.detail)
    return None
