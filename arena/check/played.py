"""What is read off the matches of a check: which questions came, and what the answers took."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from arena.check.rehearsal import SEQUENTIAL, SIMULTANEOUS
from arena.check.setting import Setting
from arena.check.watched import RecordingConnection
from arena.match.clock import Clock, charge, read_clock, read_spent
from arena.match.replay import Step, open_replays
from arena.v1 import record_pb2 as rec


@dataclass(frozen=True, slots=True)
class CheckMatch:
    """A match of the check that is over."""

    setting: Setting
    record: rec.Record
    line: RecordingConnection

    @property
    def forfeit(self) -> rec.Forfeit | None:
        """How the bot lost its last game, if it did. Its opponents never do."""
        return next(iter(self.record.games[-1].forfeits), None)

    def answers(self, game: rec.GameRecord) -> list[rec.Entry]:
        """Return what the bot itself answered in a game, in order."""
        seat = seat_of_bot(game)
        return [entry for entry in game.entries if entry.seat == seat and not entry.fallback]

    def all_answers(self) -> list[rec.Entry]:
        return [entry for game in self.record.games for entry in self.answers(game)]

    def moves(self) -> list[bytes]:
        """Return the bot's moves, to be compared with those of another match."""
        return [entry.move.SerializeToString(deterministic=True) for entry in self.all_answers()]

    def share_used(self) -> float:
        """Return which part of its clock the bot had used where it had least left, at most 1."""
        return max(map(self._share_used, self.record.games))

    def _share_used(self, game: rec.GameRecord) -> float:
        control = read_clock(self.record.plan.clock)
        clock = Clock(control)
        full = lowest = clock.left
        for entry in self.answers(game):
            clock.spend(read_spent(entry))
            # Before the next increment: a clock may have no bank at all.
            lowest = min(lowest, clock.left - control.increment)
        return 1 - lowest / full

    def charged(self) -> list[float]:
        """Return what each answer cost, in seconds."""
        kind = read_clock(self.record.plan.clock).kind
        return [charge(read_spent(entry), kind) for entry in self.all_answers()]

    def longest(self) -> float:
        """Return the seconds for which its clocks would have let the bot hold up the match."""
        control = read_clock(self.record.plan.clock)
        return sum(control.longest(len(self.answers(game))) for game in self.record.games)

    def kinds(self) -> Counter[str]:
        """Return how many decisions of each kind the bot had a part in."""
        found = Counter[str]()
        for replay in open_replays(self.record):
            seat = seat_of_bot(replay.recorded)
            for step in replay.steps():
                found.update(_kind(step, seat))
        return found

    def last_kind(self) -> str:
        """Return the kind of the question at which the bot was lost."""
        (*_, replay) = open_replays(self.record)
        seat = seat_of_bot(replay.recorded)
        for step in replay.steps():
            if any(entry.seat == seat and entry.fallback for entry in step.entries):
                return next(_kind(step, seat))
        raise AssertionError("a bot that forfeits has a move made for it")


def seat_of_bot(game: rec.GameRecord) -> int:
    """Return where the bot sat, which is the first bot."""
    return list(game.seating).index(0)


def _kind(step: Step, seat: int) -> Iterator[str]:
    """Return the kind of a decision in which a seat had a part, if it had."""
    seats = {entry.seat for entry in step.entries}
    if seat in seats:
        yield SIMULTANEOUS if len(seats) > 1 else SEQUENTIAL
