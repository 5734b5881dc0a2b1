"""Runs a recorded match again: for verification, for the terminal, for a checker's own program."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from arena.errors import UserError
from arena.games import AnyGame, IllegalMove, State
from arena.games.events import Event
from arena.games.messages import read_envelope
from arena.match.clock import read_overrun, read_spent
from arena.match.judge import Judge
from arena.match.plan import (
    MatchPlan,
    ScheduledGame,
    read_plan,
    schedule_game,
    scheduled_games,
)
from arena.match.referee import rank_seats
from arena.match.verdict import FAULTS, Verdict, read_verdict
from arena.v1 import record_pb2 as rec

_NOT_TO_ACT: Final = "the seat is not to act"


@dataclass(frozen=True, slots=True)
class Step:
    """Entries that were made at the same time, what came of them, and the table after them."""

    entries: tuple[rec.Entry, ...]
    events: tuple[Event, ...]
    forfeits: tuple[rec.Forfeit, ...]
    """The forfeits of seats that the referee plays for from here on."""
    state: State[Any]
    """The state after the entries. Copy it before changing it."""


class Difference(UserError):  # noqa: N818 - what it is, not whose
    """A record does not describe a game that can be played. Names the first difference."""


@dataclass(frozen=True, slots=True)
class Replay:
    """One recorded game, with what is needed to run it again."""

    plan: MatchPlan
    scheduled: ScheduledGame
    recorded: rec.GameRecord

    @classmethod
    def of(cls, plan: MatchPlan, played: rec.GameRecord) -> "Replay":
        """Return a game of a match that may be played still."""
        seating = tuple(played.seating)
        return cls(plan, schedule_game(plan, played.number, seating, played.attempt), played)

    @property
    def game(self) -> AnyGame:
        return self.plan.game

    @property
    def number(self) -> int:
        """Which game of the match it is, from 0 on."""
        return self.scheduled.number

    @property
    def names(self) -> list[str]:
        """The bots' names in seat order."""
        return [self.plan.bots[index].name for index in self.scheduled.seating]

    def start(self) -> State[Any]:
        return self.plan.start(self.scheduled.deal)

    def check(self) -> None:
        """Run the game again without a pause. Difference at the first thing that is wrong."""
        deque(self.moves(), maxlen=0)

    def steps(self) -> Iterator[Step]:
        """Run the game again, decision by decision. Difference at the first thing that is wrong."""
        judge = Judge(self.plan, self.scheduled)
        state = judge.state
        state.events = []
        pending: list[rec.Entry] = []
        owing = {*state.to_act}
        lost: set[int] = set()
        for number, entry in enumerate(self.recorded.entries, start=1):
            self._enter(judge, entry, number)
            pending.append(entry)
            if entry.fallback or entry.verdict == rec.VERDICT_OK:
                owing.discard(entry.seat)
            if not owing:
                new = judge.lost - lost
                forfeits = tuple(one for one in self.recorded.forfeits if one.seat in new)
                yield Step(tuple(pending), tuple(state.events), forfeits, state)
                state.events = []
                lost |= new
                pending, owing = [], {*state.to_act}
        self._check_end(judge)

    def moves(self) -> Iterator[tuple[State[Any], rec.Entry]]:
        """Run the game again, answer by answer: yield each with the state before it.

        Copy the state before changing it. Difference at the first thing that is wrong.
        """
        judge = Judge(self.plan, self.scheduled)
        for number, entry in enumerate(self.recorded.entries, start=1):
            if entry.seat not in judge.state.to_act:
                raise Difference(f"{self._where(entry, number)}: {_NOT_TO_ACT}.")
            yield judge.state, entry
            self._enter(judge, entry, number)
        self._check_end(judge)

    def text(self, entry: rec.Entry) -> str:
        """Return the move in text notation; empty if it could not be read."""
        try:
            return str(read_envelope(self.game, entry.move))
        except IllegalMove:
            return ""

    def _where(self, entry: rec.Entry, number: int) -> str:
        """Return where an entry is, as the beginning of a sentence."""
        return f"game {self.number + 1}, entry {number}, seat {entry.seat}"

    def _enter(self, judge: Judge, entry: rec.Entry, number: int) -> None:
        """Have an entry judged as the referee did. Difference if it says anything else."""
        if fault := self._fault_in(judge, entry):
            raise Difference(f"{self._where(entry, number)}: {fault}.")

    def _fault_in(self, judge: Judge, entry: rec.Entry) -> str:
        """Play an entry; return what is wrong with it, as a clause, or nothing."""
        seat = entry.seat
        if seat not in judge.state.to_act:
            return _NOT_TO_ACT
        if entry.fallback:
            return self._fault_in_fallback(judge, entry)
        if seat in judge.lost:
            return "the seat answers after its forfeit"
        verdict, detail, forfeits = judge.answer(seat, entry.move, read_spent(entry))
        if verdict is not read_verdict(entry.verdict):
            return self._tell_difference(entry, verdict, detail)
        if forfeits and self._find_forfeit(seat, verdict) is None:
            return _no_forfeit(verdict)
        return ""

    def _tell_difference(self, entry: rec.Entry, verdict: Verdict, detail: str) -> str:
        if verdict is not Verdict.OK:
            return detail
        if entry.verdict == rec.VERDICT_ILLEGAL:
            return f"{self.text(entry)} was refused, but is legal"
        return f"an answer that was played is recorded as {read_verdict(entry.verdict)}"

    def _fault_in_fallback(self, judge: Judge, entry: rec.Entry) -> str:
        """Play what the referee played for a seat that had forfeited."""
        verdict = read_verdict(entry.verdict)
        forfeit = self._find_forfeit(entry.seat, verdict)
        if forfeit is None:
            return _no_forfeit(verdict)
        if entry.seat not in judge.lost and (
            fault := self._fault_in_forfeit(judge, forfeit, verdict)
        ):
            return fault
        played = judge.play_for(entry.seat)
        if played == entry.move:
            return ""
        return f"a lost seat plays {self.text(rec.Entry(move=played))}, not {self.text(entry)}"

    def _find_forfeit(self, seat: int, verdict: Verdict) -> rec.Forfeit | None:
        """Return the forfeit of a seat by this verdict; None if there is none."""
        for forfeit in self.recorded.forfeits:
            if forfeit.seat == seat and read_verdict(forfeit.verdict) is verdict:
                return forfeit
        return None

    def _fault_in_forfeit(self, judge: Judge, forfeit: rec.Forfeit, verdict: Verdict) -> str:
        """Say why a seat cannot have forfeited so, where no answer of it is recorded.

        That a program has crashed, or said what is no message, no record can prove.
        """
        # A seat that sits out the game carries the verdict by which it lost the one before.
        sits_out = all(one.fallback for one in self.recorded.entries if one.seat == forfeit.seat)
        if verdict not in FAULTS or (verdict is Verdict.ILLEGAL and not sits_out):
            return f"a seat cannot forfeit by {verdict} here"
        overrun = read_overrun(forfeit)
        deadline = judge.deadline(forfeit.seat)
        # Time spent without an answer was reported more roughly by earlier releases.
        if verdict is Verdict.TIMEOUT and overrun and not deadline.is_over(overrun, grace=0):
            return f"the seat was in time; {deadline.left:.3f} s were left"
        return ""

    def unjudged(self) -> int:
        """Return how many forfeits on time no clock can judge: older records lack what was spent.

        A seat that sat out the game was not asked at all.
        """
        asked = {entry.seat for entry in self.recorded.entries if not entry.fallback}
        return sum(
            forfeit.verdict == rec.VERDICT_TIMEOUT
            and forfeit.seat in asked
            and read_overrun(forfeit) is None
            for forfeit in self.recorded.forfeits
        )

    def _check_end(self, judge: Judge) -> None:
        recorded, state = self.recorded, judge.state
        where = f"game {self.number + 1}, after {len(recorded.entries)} entries"
        if state.to_act:
            raise Difference(f"{where}: the game is not over; seat {state.to_act[0]} is to act.")
        lost = {forfeit.seat for forfeit in recorded.forfeits}
        played_for = {entry.seat for entry in recorded.entries if entry.fallback}
        if lost != played_for or len(lost) < len(recorded.forfeits):
            raise Difference(
                f"{where}: the referee played for the seats {sorted(played_for)}; that just these"
                " forfeited, once each, is not recorded."
            )
        expected = {"scores": state.scores(), "ranks": rank_seats(state.ranks(), lost)}
        for what, values in expected.items():
            if tuple(getattr(recorded, what)) != values:
                wrong = tuple(getattr(recorded, what))
                raise Difference(f"{where}: the {what} are {values}, not {wrong}.")


def _no_forfeit(verdict: Verdict) -> str:
    return f"the seat loses by {verdict}, and no such forfeit is recorded"


def open_replays(record: rec.Record) -> list[Replay]:
    """Return the games of a record. UserError if its plan is none that can be played."""
    plan = read_plan(record.plan)
    numbers = [played.number for played in record.games]
    if numbers != sorted({*numbers}) or (numbers and numbers[-1] >= plan.games):
        raise Difference("the games of the record are not games of its plan in their order.")
    planned = scheduled_games(plan)
    return [
        Replay(
            plan,
            schedule_game(plan, one.number, planned[one.number].seating, one.attempt)
            if one.attempt
            else planned[one.number],
            one,
        )
        for one in record.games
    ]


def choose_replays(record: rec.Record, number: int | None) -> list[Replay]:
    """Return the games of a record, or the one of a number, from 1 on; UserError without any."""
    replays = open_replays(record)
    chosen = [replay for replay in replays if number in {None, replay.number + 1}]
    if number is not None and not chosen:
        raise UserError(f"The record has {_list_games(replays)}; there is no game {number}.")
    return chosen


def _list_games(replays: list[Replay]) -> str:
    """Say which games a record has, as the middle of a sentence."""
    numbers = [replay.number + 1 for replay in replays]
    if numbers == list(range(1, len(numbers) + 1)):
        return f"games 1 to {len(numbers)}" if numbers else "no games"
    return f"the games {', '.join(map(str, numbers))}"


def verify(record: rec.Record) -> int:
    """Run every recorded game again; return how many moves were checked, or raise Difference.

    Games of the plan may be missing, at the end or between: who needs them all has to count them.
    """
    replays = open_replays(record)
    for replay in replays:
        _check_seating(replay)
        replay.check()
    return sum(len(replay.recorded.entries) for replay in replays)


def _check_seating(replay: Replay) -> None:
    seating, recorded = replay.scheduled.seating, tuple(replay.recorded.seating)
    if recorded != seating:
        raise Difference(f"game {replay.number + 1}: the seating is {seating}, not {recorded}.")


def describe(replay: Replay) -> dict[str, Any]:
    """Return a game as plain data: all that a stranger needs to check it with their own program."""
    state = replay.start()
    for step in replay.steps():
        state = step.state
    return {
        "number": replay.number + 1,
        "attempt": replay.scheduled.attempt,
        "game": replay.game.name,
        "options": dict(sorted(replay.plan.option_texts.items())),
        "seats": replay.names,
        "shuffles": [[replay.game.card_name(card) for card in order] for order in state.shuffles],
        "moves": [_describe_entry(replay, entry) for entry in replay.recorded.entries],
        "forfeits": [describe_forfeit(forfeit) for forfeit in replay.recorded.forfeits],
        "scores": list(replay.recorded.scores),
        "ranks": list(replay.recorded.ranks),
    }


def _describe_entry(replay: Replay, entry: rec.Entry) -> dict[str, Any]:
    described = {
        "seat": entry.seat,
        "move": replay.text(entry),
        "verdict": str(read_verdict(entry.verdict)),
        "fallback": entry.fallback,
        "wall_ms": entry.wall_us / 1000,
    }
    if entry.HasField("cpu_us"):
        described["cpu_ms"] = entry.cpu_us / 1000
    if entry.waited_us:
        described["waited_ms"] = entry.waited_us / 1000
    return described


def describe_forfeit(forfeit: rec.Forfeit) -> dict[str, Any]:
    """Return a forfeit with its evidence as plain data."""
    described: dict[str, Any] = {
        "seat": forfeit.seat,
        "verdict": str(read_verdict(forfeit.verdict)),
        "detail": forfeit.detail,
        "log_tail": forfeit.log_tail,
    }
    for name in ("exit_code", "signal", "cpu_us", "wall_us", "answer_cpu_us", "waited_us"):
        if forfeit.HasField(name):
            described[name] = getattr(forfeit, name)
    return described
