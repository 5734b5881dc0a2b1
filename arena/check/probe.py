"""The probe of a check: it starts one bot, plays scenarios with it as in a match, and keeps all."""

from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeVar

from arena.bots.intake import TakenBot
from arena.bots.parameters import write_parameters
from arena.boxes.connection.grpc_connection import GrpcConnection
from arena.boxes.kinds.in_process import InProcessConnection
from arena.boxes.supervision.bot_log import BotLog, write_logs
from arena.check.kinds import decision_of, view_of
from arena.check.scenario import Scenario, play_scenario
from arena.errors import HostFailure, Unavailable
from arena.match.clock import Clock, ClockKind, Deadline, TimeControl, charge, read_spent
from arena.match.connection import Connection, Reply
from arena.match.record import write_record
from arena.match.verdict import Fault
from arena.runner.host import Boxes, Host
from arena.runner.play import run_referee
from arena.runner.referee_process import MAX_REPLAYS
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec
from arena.whole_file import keeping

ResultT = TypeVar("ResultT")
# Wall time up to this multiple of the CPU time may be the machine's doing.
_BUSY: Final = 4


class RecordingConnection(Connection):
    """Keeps what the bot was sent since its last good answer, and its answer to that."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.told: list[pb.RefereeMessage] = []
        self.turn: pb.Turn | None = None
        """The last question."""
        self.answer: Reply | None = None
        """Its answer; None if none came that could be read."""
        self.relayed = 0.0
        """CPU seconds of its answers that a bridge says it has used itself."""
        self.kinds = Counter[str]()
        """The number of its answers, by kind of question."""
        self.fault: Fault | None = None
        """The fault for which it was ended, with all evidence."""

    async def tell(self, message: pb.RefereeMessage) -> None:
        if self.answer is not None:
            self.told, self.turn, self.answer = [], None, None
        self.told.append(message)
        await super().tell(message)

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        if self.answer is not None:
            self.told, self.answer = [], None
        self.turn = turn
        reply = await super().ask(turn, deadline)
        if isinstance(reply, Reply):
            self.answer = reply
            self.relayed += reply.choice.relay_us / 1e6
            self.kinds[decision_of(view_of(turn))] += 1
        return reply

    async def evidence(self, fault: Fault) -> Fault:
        self.fault = await super().evidence(fault)
        return self.fault


class _Boxed(RecordingConnection, GrpcConnection):
    """The connection to a bot in a box."""


class _Inline(RecordingConnection, InProcessConnection):
    """The connection to a bot in this process."""


@dataclass(frozen=True, slots=True)
class CheckMatch:
    """A match of the check that is over."""

    scenario: Scenario
    control: TimeControl
    record: rec.Record
    connection: RecordingConnection

    @property
    def forfeit(self) -> rec.Forfeit | None:
        """How the bot lost its last game, if it did. Its opponents never do."""
        return next(iter(self.record.games[-1].forfeits), None)

    @property
    def kinds(self) -> Counter[str]:
        """The number of the bot's answers, by kind of question."""
        return self.connection.kinds

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
        clock = Clock(self.control)
        full = lowest = clock.left
        for entry in self.answers(game):
            clock.spend(read_spent(entry))
            # Before the next increment: a clock may have no bank at all.
            lowest = min(lowest, clock.left - self.control.increment)
        return 1 - lowest / full

    def charged(self) -> list[float]:
        """Return what each answer cost, in seconds."""
        return [charge(read_spent(entry), self.control.kind) for entry in self.all_answers()]

    def slept(self) -> float:
        """Return for how many seconds it did nothing beyond four times what it has computed.

        On a machine that gives a bot a quarter of a CPU or more that is never the machine's. On
        wall time nobody knows what it has computed, so it is 0.
        """
        if self.control.kind is ClockKind.WALL:
            return 0.0
        spent = map(read_spent, self.all_answers())
        return max(0.0, sum(one.wall - one.waited - _BUSY * (one.cpu or 0.0) for one in spent))

    def cpu(self) -> list[float]:
        """Return the CPU seconds of each answer, as far as they could be read."""
        answers = self.all_answers()
        return [one.cpu_us / 1e6 for one in answers if one.HasField("cpu_us")]


def seat_of_bot(game: rec.GameRecord) -> int:
    """Return where the bot sat, which is the plan's first."""
    return list(game.seating).index(0)


class Probe:
    """Makes the boxes of one check. HostFailure if that cannot be done, however often it is tried.

    Everything runs in this process, which is the referee's: nothing else may keep it busy.
    """

    def __init__(
        self,
        bot: TakenBot,
        host: Host,
        control: TimeControl,
        records: Path,
        *,
        seed: bytes,
        logs: Path | None = None,
    ) -> None:
        self.bot = bot
        self.host = host
        self.control = control
        self.seed = seed
        self.played: list[CheckMatch] = []
        self._records = records
        self._logs = logs
        self._begun = 0

    @property
    def slept(self) -> float:
        """For how many seconds in all it did nothing while it was asked."""
        return sum(match.slept() for match in self.played)

    def start(self) -> RecordingConnection:
        """Start the bot and end it. If it did not join, the connection has the fault."""
        return _retry(lambda: self._logged(self._start))

    def play(self, scenario: Scenario) -> CheckMatch:
        """Play a match up to the bot's first forfeit."""
        match = _retry(lambda: self._logged(partial(self._play, scenario)))
        self.played.append(match)
        return match

    def keep(self, match: CheckMatch) -> Path:
        """Write the record of a match and return where it lies; UserError if that cannot be."""
        with keeping("record", self._records):
            return write_record(match.record, self._records)

    async def _start(self, log: BotLog) -> RecordingConnection:
        async with self.host.claim(1) as boxes:
            connection = self._connect(boxes, log)
            try:
                fault = await connection.open(self.control.start)
                if fault is not None:
                    await connection.evidence(fault)
            finally:
                await connection.close()
        return connection

    async def _play(self, scenario: Scenario, log: BotLog) -> CheckMatch:
        made: list[RecordingConnection] = []

        plan = scenario.plan(self.bot, self.host, self.control)
        async with self.host.claim(1) as boxes:

            def connect() -> RecordingConnection:
                made.append(self._connect(boxes, log))
                return made[-1]

            record = await play_scenario(scenario, plan, connect)
        return CheckMatch(scenario, plan.clock, record, made[-1])

    def _connect(self, boxes: Boxes, log: BotLog) -> RecordingConnection:
        if not self.host.kind.own_process:
            return _Inline(self.bot, perf_counter, log)
        given = write_parameters(self.bot.parameters)
        return _Boxed(self.bot.name, given, *boxes.open(self.bot), perf_counter, log=log)

    async def _logged(self, attempt: Callable[[BotLog], Coroutine[Any, Any, ResultT]]) -> ResultT:
        """Do what has a log, and write that in a folder of its own if it is wanted."""
        self._begun += 1
        log = BotLog()
        try:
            return await attempt(log)
        finally:
            if self._logs is not None:
                write_logs(self._logs / f"{self._begun:02}", [self.bot.name], [str(log)])


def _retry(attempt: Callable[[], Coroutine[Any, Any, ResultT]]) -> ResultT:
    """Do it again when our own machinery has failed, as often as a void match is played again."""
    for _ in range(MAX_REPLAYS):
        try:
            return run_referee(attempt())
        except Unavailable:
            raise
        except HostFailure:
            continue
    return run_referee(attempt())
