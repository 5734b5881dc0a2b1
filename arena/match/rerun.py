"""Reruns a recorded game with another bot in one seat, or a recorded match with its own bots.

A seat of the record answers as it did as long as it is asked what it was asked then. So the game is
the recorded one until the new bot makes another move, or forfeits, or answers where the recorded
one had forfeited; there it stops, or goes on with live bots, which have been asked everything from
the beginning on.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from arena.errors import UserError
from arena.match.clock import Allowance, Spent, read_spent
from arena.match.connection import Connection
from arena.match.index import PastQuestion, read_forfeit, read_lost_question, read_questions
from arena.match.match import MAX_FORFEITS, play_match
from arena.match.replay import Replay
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

Connect = Callable[[], Connection]


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a game left its record: a question, and what came of it then and now."""

    question: PastQuestion
    then: pb.Move | Fault
    """What the recorded bot answered, or what it forfeited the game by."""
    now: pb.Move | Fault
    """The same of the new bot."""

    def tell_then(self) -> str:
        """Return the recorded move in text notation, or the forfeit."""
        return self._tell(self.then)

    def tell_now(self) -> str:
        """Return the new move in text notation, or the forfeit."""
        return self._tell(self.now) or "an answer that cannot be read"

    def _tell(self, answer: pb.Move | Fault) -> str:
        if isinstance(answer, Fault):
            return f"{answer.verdict}: {answer.detail}"
        return self.question.replay.text(rec.Entry(move=answer))


@dataclass(frozen=True, slots=True)
class Rerun:
    """What came of a rerun."""

    same: int
    """How many of the seat's answers were those of the record."""
    departure: Departure | None
    """None if the game went as recorded, to its end."""
    forfeit: Fault | None
    """What the new bot forfeited the game by."""
    game: rec.GameRecord | None
    """The game to its end; None where it stopped when it left the record."""


async def rerun(replay: Replay, seat: int, connect: Connect, live: Sequence[Connect] = ()) -> Rerun:
    """Play a recorded game again with a bot of ours in a seat.

    It stops where the bot does anything else than the recorded one, be it a move or a forfeit; or
    with `live` bots, one for each other seat in their order, is played on to its end. UserError if
    there is no such seat.
    """
    require_seat(replay, seat)
    asked = [*read_questions(replay)]
    own = [one for one in asked if one.seat == seat]
    watching = _Watching(connect(), own, read_lost_question(replay, seat), stops=not live)
    others = iter(live)
    by_bot: dict[int, Connection] = {}
    for other, index in enumerate(replay.scheduled.seating):
        if other == seat:
            by_bot[index] = watching
            continue
        questions = [one for one in asked if one.seat == other]
        stand_in = next(others)() if live else None
        by_bot[index] = _Recorded(questions, read_forfeit(replay, other), stand_in)
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
    game = played[0] if played else None
    return Rerun(watching.same, watching.departure, watching.forfeit, game)


@dataclass(slots=True)
class Repeat:
    """What came of a bot that was asked again all that it was asked in a match."""

    same: int = 0
    """How many of its starts and answers were those of the record."""
    departure: Departure | None = None
    """Where it first did anything else; it was asked nothing more after that."""

    def agrees(self, other: "Repeat") -> bool:
        """Say whether the bot did the same in another play, up to where it left the record."""
        ends = [one.departure and _came_to(one.departure.now) for one in (self, other)]
        return self.same == other.same and ends[0] == ends[1]


async def repeat_match(
    replays: Sequence[Replay], connect: Sequence[Connect | None]
) -> list[Repeat]:
    """Play a whole recorded match again, and compare what each bot answers; None asks nobody.

    What counts is what was answered then, so the match stays the recorded one, and every bot is
    asked what it was asked then, in the order in which it was.
    """
    scripts = _read_scripts(replays)
    repeats = [Repeat() for _ in connect]
    plan, attempt = replays[0].plan, replays[0].scheduled.attempt
    makers = [*map(_repeat, connect, scripts, repeats)]
    await play_match(plan, makers, lambda _: None, attempt=attempt)
    return repeats


@dataclass(frozen=True, slots=True)
class _Step:
    """A question to a bot, or its start before that; and what it forfeited by there, if it did."""

    question: PastQuestion
    fault: Fault | None = None
    starts: bool = False


def _read_scripts(replays: Sequence[Replay]) -> list[deque[_Step]]:
    """Return what became of each bot through a match, step by step."""
    scripts = [deque[_Step]() for _ in replays[0].names]
    forfeits, running = Counter[int](), set[int]()
    for replay in replays:
        asked = [*read_questions(replay)]
        for seat, index in enumerate(replay.scheduled.seating):
            if forfeits[index] >= MAX_FORFEITS:
                continue
            fault = read_forfeit(replay, seat)
            steps = [_Step(one) for one in asked if one.seat == seat]
            if (lost := read_lost_question(replay, seat)) is not None:
                steps.append(_Step(lost, fault))
            if fault is not None and fault.verdict is Verdict.NO_START:
                steps = [replace(steps[0], starts=True)]
            elif index not in running:
                steps.insert(0, _Step(steps[0].question, starts=True))
            scripts[index].extend(steps)
            forfeits[index] += fault is not None
            running.add(index)
            if fault is not None:
                running.discard(index)
    return scripts


def _repeat(connect: Connect | None, steps: deque[_Step], found: Repeat) -> Connect:
    """Return what starts a bot of a match that is repeated, until it leaves the record."""

    def start() -> Connection:
        asked = connect is not None and found.departure is None
        return _Repeating(connect() if connect and asked else None, steps, found)

    return start


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
        if self._inner is None:
            return None
        fault = await self._inner.open(limit)
        self.join = self._inner.join
        return fault

    async def tell(self, message: pb.RefereeMessage) -> None:
        if self._inner is not None:
            await self._inner.tell(message)

    async def close(self) -> None:
        if self._inner is not None:
            await self._inner.close()

    async def evidence(self, fault: Fault) -> Fault:
        return fault if self._inner is None else await self._inner.evidence(fault)


class _Watching(_Wrapped):
    """Passes on what our bot answers, and compares it with the record.

    `lost` is the question by which the recorded seat had forfeited, if it had.
    """

    def __init__(
        self,
        inner: Connection,
        answered: Sequence[PastQuestion],
        lost: PastQuestion | None,
        *,
        stops: bool,
    ) -> None:
        super().__init__(inner)
        self._connection = inner
        self._questions = deque(answered)
        self._lost = lost
        self._stops = stops
        self.same = 0
        self.departure: Departure | None = None
        self.forfeit: Fault | None = None

    async def open(self, limit: float) -> Fault | None:
        fault = await super().open(limit)
        if fault is not None and self._questions:
            await self._leave(self._questions[0], fault)
        return fault

    async def evidence(self, fault: Fault) -> Fault:
        self.forfeit = await super().evidence(fault)
        return self.forfeit

    async def _exchange(
        self, message: pb.RefereeMessage, allowed: Allowance
    ) -> tuple[bytes, Spent] | Fault:
        number = message.turn.number
        reply = await self._connection.ask(message.turn, allowed)
        if self.departure is None:
            await self._compare(reply if isinstance(reply, Fault) else reply.move)
        return reply if isinstance(reply, Fault) else _answer(number, reply.move, reply.spent)

    async def _compare(self, now: pb.Move | Fault) -> None:
        if not self._questions:
            if self._lost is not None and not isinstance(now, Fault):
                await self._leave(self._lost, now)
            return
        question = self._questions.popleft()
        if now == question.answer.move:
            self.same += 1
        else:
            await self._leave(question, now)

    async def _leave(self, question: PastQuestion, now: pb.Move | Fault) -> None:
        """Take note that the game is another one from this question on."""
        forfeit = read_forfeit(question.replay, question.seat)
        then = forfeit if question is self._lost and forfeit is not None else question.answer.move
        if self._stops and isinstance(now, Fault):
            now = await self.evidence(now)
        self.departure = Departure(question, then, now)
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
        if live is None:
            if self._forfeit is None:
                # There is nobody whose answer that would be.
                raise _LeftTheRecord
            return self._forfeit
        return live if isinstance(live, Fault) else _answer(number, live.move, live.spent)

    def _find(self, turn: pb.Turn) -> PastQuestion | None:
        """Return the question of the record that this is, if the game is still the recorded one."""
        if self._questions and _is_same(turn, self._questions[-1].turn):
            return self._questions.pop()
        if self._inner is not None:
            self._questions.clear()
        return None


class _Repeating(_Wrapped):
    """Asks a bot again what it was asked then, and answers what it answered then."""

    def __init__(self, inner: Connection | None, steps: deque[_Step], found: Repeat) -> None:
        super().__init__(inner)
        self._steps = steps
        self._found = found

    async def open(self, limit: float) -> Fault | None:
        step = self._steps.popleft()
        await self._compare(step, await super().open(limit))
        return step.fault

    async def _exchange(
        self, message: pb.RefereeMessage, allowed: Allowance
    ) -> tuple[bytes, Spent] | Fault:
        number, step = message.turn.number, self._steps.popleft()
        if self._inner is not None:
            reply = await self._inner.ask(message.turn, allowed)
            await self._compare(step, reply if isinstance(reply, Fault) else reply.move)
        answer = step.question.answer
        return step.fault or _answer(number, answer.move, read_spent(answer))

    async def _compare(self, step: _Step, now: pb.Move | Fault | None) -> None:
        """Take note whether the bot does what it did then; end it if not."""
        if self._inner is None:
            return
        then = step.fault or (None if step.starts else step.question.answer.move)
        if _came_to(then) == _came_to(now):
            self._found.same += 1
            return
        if isinstance(now, Fault):
            now = await self.evidence(now)
        await self.close()
        self._inner = None
        # It starts, or does not, for its first question.
        began = Fault(Verdict.OK, "it was started")
        self._found.departure = Departure(step.question, then or began, now or began)


def _came_to(answer: pb.Move | Fault | None) -> object:
    """Return what of an answer has to be the same: a move, or the verdict of a fault."""
    return answer.verdict if isinstance(answer, Fault) else answer


def _is_same(turn: pb.Turn, other: pb.Turn) -> bool:
    return turn.view == other.view and [*turn.legal] == [*other.legal]


def _answer(number: int, move: pb.Move, spent: Spent) -> tuple[bytes, Spent]:
    choice = pb.Choice(turn=number, move=move)
    return pb.BotMessage(choice=choice).SerializeToString(), spent
