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
from functools import partial

from arena.errors import UserError
from arena.match.clock import Deadline, read_spent
from arena.match.connection import Connection, Reply
from arena.match.index import PastQuestion, read_forfeit, read_lost_question, read_questions
from arena.match.match import MAX_FORFEITS, play_match
from arena.match.replay import Replay
from arena.match.verdict import Fault, Verdict
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec

Connect = Callable[[], Connection]


@dataclass(frozen=True, slots=True)
class Departure:
    """The divergence of a game from its record: a question, and its outcome then and now."""

    question: PastQuestion
    then: pb.Move | Fault
    """The recorded bot's answer, or the fault by which it forfeited the game."""
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


@dataclass(slots=True)
class Rerun:
    """The outcome for a bot that was asked the questions of a record again."""

    same: int = 0
    """How many of its answers were those of the record, up to the first that was not."""
    departure: Departure | None = None
    """The first difference; None if all went as recorded."""
    forfeit: Fault | None = None
    """The fault by which it forfeited a game."""
    game: rec.GameRecord | None = None
    """The rerun game to its end; None where it stopped when it left the record."""

    def agrees(self, other: "Rerun") -> bool:
        """Say whether the bot did the same in another play, up to where it left the record."""
        ends = [one.departure and _came_to(one.departure.now) for one in (self, other)]
        return self.same == other.same and ends[0] == ends[1]


async def rerun(replay: Replay, seat: int, connect: Connect, live: Sequence[Connect]) -> Rerun:
    """Play a recorded game again with a bot of ours in a seat.

    It stops where the bot does anything else than the recorded one, be it a move or a forfeit; or
    with `live` bots, one for each other seat in their order, is played on to its end. UserError if
    there is no such seat.
    """
    require_seat(replay, seat)
    found, scripts, others = Rerun(), _read_scripts([replay]), iter(live)
    makers: dict[int, Connect] = {}
    for other, index in enumerate(replay.scheduled.seating):
        script = scripts[index]
        if other == seat:
            makers[index] = partial(_Scripted, script, connect, found, leads=True, stops=not live)
        elif live:
            # A bot that is there does not forfeit because the recorded one did.
            answered = deque(step for step in script if step.fault is None)
            makers[index] = partial(_Scripted, answered, next(others))
        else:
            makers[index] = partial(_Scripted, script)
    with suppress(_LeftTheRecord):
        played = await play_match(
            replay.plan,
            [makers[index] for index in range(len(makers))],
            numbers={replay.number},
            attempt=replay.scheduled.attempt,
        )
        found.game = played.games[0]
    return found


async def repeat_match(replays: Sequence[Replay], connect: Sequence[Connect | None]) -> list[Rerun]:
    """Play a whole recorded match again, and compare what each bot answers; None asks nobody.

    The recorded answers count, so the match stays the recorded one. Every bot is asked the recorded
    questions in their order, until its answer first differs.
    """
    found = [Rerun() for _ in connect]
    plan, attempt = replays[0].plan, replays[0].scheduled.attempt
    makers = [
        partial(_Scripted, *one) for one in zip(_read_scripts(replays), connect, found, strict=True)
    ]
    await play_match(plan, makers, attempt=attempt)
    return found


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
                steps = [replace(step, starts=True) for step in steps[:1]]
            elif index not in running:
                steps[:0] = [_Step(step.question, starts=True) for step in steps[:1]]
            scripts[index].extend(steps)
            forfeits[index] += fault is not None
            running.add(index)
            if fault is not None:
                running.discard(index)
    return scripts


def require_seat(replay: Replay, seat: int) -> None:
    """UserError if the game has no such seat."""
    last = len(replay.names) - 1
    if not 0 <= seat <= last:
        raise UserError(f"Game {replay.number + 1} has the seats 0 to {last}, not {seat}.")


class _LeftTheRecord(Exception):  # noqa: N818 - no error
    """The game is another one from here on."""


class _Scripted(Connection):
    """Answers as a bot of the record did as long as it is asked what that was asked.

    A bot behind it that has not left the record yet is asked as well, and answers from there on. It
    is compared with the record if there is a Rerun to take note of it. If it `leads`, its own
    answers count from the beginning on; else it is ended when it leaves the record. If it `stops`,
    the game is over then.
    """

    def __init__(
        self,
        script: deque[_Step],
        connect: Connect | None = None,
        found: Rerun | None = None,
        *,
        leads: bool = False,
        stops: bool = False,
    ) -> None:
        inner = connect() if connect is not None and not (found and found.departure) else None
        super().__init__({} if inner is None else inner.parameters)
        self._script = script
        self._inner = inner
        self._found = found
        self._leads = leads
        self._stops = stops

    async def open(self, limit: float) -> Fault | None:
        step = self._script.popleft() if self._script and self._script[0].starts else None
        fault = None
        if self._inner is not None:
            fault = await self._inner.open(limit)
            self.join = self._inner.join
            await self._compare(step, fault)
        return step.fault if step is not None and self._inner is None else fault

    async def tell(self, message: pb.RefereeMessage) -> None:
        if self._inner is not None:
            await self._inner.tell(message)

    async def close(self) -> None:
        if self._inner is not None:
            await self._inner.close()

    async def evidence(self, fault: Fault) -> Fault:
        if self._inner is None:
            return fault
        fault = await self._inner.evidence(fault)
        if self._found is not None:
            self._found.forfeit = fault
        return fault

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        step, live = self._next(turn), None
        if self._inner is not None:
            live = await self._inner.ask(turn, deadline)
            await self._compare(step, live if isinstance(live, Fault) else live.move)
        if step is not None and not self._leads:
            answer = step.question.answer
            return step.fault or Reply(turn, pb.Choice(move=answer.move), read_spent(answer))
        if live is None:
            # There is nobody whose answer that would be.
            raise _LeftTheRecord
        return live

    def _next(self, turn: pb.Turn) -> _Step | None:
        """Return the step of the script that this is; None from where the game is another one."""
        if self._script and _is_same(turn, self._script[0].question.turn):
            return self._script.popleft()
        self._script.clear()
        return None

    async def _compare(self, step: _Step | None, now: pb.Move | Fault | None) -> None:
        """Take note whether the bot does what it did then."""
        if step is None or self._found is None or self._found.departure is not None:
            return
        then = step.fault or (None if step.starts else step.question.answer.move)
        if _came_to(then) == _came_to(now):
            self._found.same += isinstance(now, pb.Move)
            return
        if isinstance(now, Fault) and (self._stops or not self._leads):
            now = await self.evidence(now)
        # It starts, or does not, for its first question.
        began = Fault(Verdict.OK, "it was started")
        self._found.departure = Departure(step.question, then or began, now or began)
        if self._stops:
            raise _LeftTheRecord
        if not self._leads:
            await self.close()
            self._inner = None


def _came_to(answer: pb.Move | Fault | None) -> object:
    """Return what of an answer has to be the same: a move, or the verdict of a fault."""
    return answer.verdict if isinstance(answer, Fault) else answer


def _is_same(turn: pb.Turn, other: pb.Turn) -> bool:
    return turn.view == other.view and [*turn.legal] == [*other.legal]
