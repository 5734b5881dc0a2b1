"""A check's probe without a box: the bot is one of the trusted opponents, or what a test says."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from arena.bots.intake import TakenBot
from arena.check.kinds import decision_of, view_of
from arena.check.probe import CheckMatch, Probe, RecordingConnection
from arena.check.scenario import Habit, OpponentConnection, Scenario, play_scenario
from arena.match.clock import Deadline, TimeControl, read_clock
from arena.match.connection import Reply
from arena.match.verdict import Fault
from arena.runner.host import Host
from arena.runner.play import run_referee
from arena.v1 import arena_pb2 as pb
from arena.v1 import record_pb2 as rec


class CountingConnection(OpponentConnection):
    """A bot of one habit, with the kinds of the questions that it is asked."""

    def __init__(self, habit: Habit) -> None:
        super().__init__(habit)
        self.kinds = Counter[str]()

    async def ask(self, turn: pb.Turn, deadline: Deadline) -> Reply | Fault:
        self.kinds[decision_of(view_of(turn))] += 1
        return await super().ask(turn, deadline)


class HabitProbe(Probe):
    """Plays the scenarios of a check with a bot of one habit."""

    def __init__(self, habit: Habit, seed: bytes) -> None:
        bot = TakenBot("habit", Path(), "")
        super().__init__(bot, Host("inline"), TimeControl(), Path(), seed=seed)
        self._habit = habit

    def play(self, scenario: Scenario) -> CheckMatch:
        connection = CountingConnection(self._habit)
        plan = scenario.plan(self.bot, self.host, self.control)
        record = run_referee(play_scenario(scenario, plan, lambda: connection))
        self.played.append(played_match(scenario, record, kinds=connection.kinds))
        return self.played[-1]


def played_match(scenario: Scenario, record: rec.Record, **known: Any) -> CheckMatch:
    """Return a match of a check of which this is known of the bot's connection."""
    connection = cast(RecordingConnection, SimpleNamespace(**known))
    return CheckMatch(scenario, read_clock(record.plan.clock), record, connection)
