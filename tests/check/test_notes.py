"""From how much on a check notes time, sleep and log, and that a kind of question is missing."""

from pathlib import Path
from typing import Any

import pytest

from arena.bots.manifest import Bot
from arena.boxes.supervision.supervisor import LOG_BYTES
from arena.check.check import SLEEP, measure_log, play_one, play_rest, read_clock
from arena.check.probe import CheckMatch
from arena.check.scenario import Scenario, draw_scenarios
from arena.games import find_game
from arena.games.options import write_options
from arena.match.clock import TimeControl
from arena.match.plan import write_plan
from arena.runner.host import Host
from arena.v1 import record_pb2 as rec
from tests.check.in_memory import HabitProbe, played_match

SEED = bytes(16)
BANK = TimeControl(bank=10, increment=0)
TONTON = find_game("tonton")


def probe_that_used(cpu_seconds: float = 0.0, **known: Any) -> HabitProbe:
    """Return a probe after a match of one game with one answer."""
    scenario = draw_scenarios(TONTON, SEED)[0]
    entry = rec.Entry(seat=0, cpu_us=round(cpu_seconds * 1e6))
    record = rec.Record(
        plan=write_plan(scenario.plan(Bot("bot", Path(), ""), Host("process"), BANK)),
        games=[rec.GameRecord(seating=range(scenario.seats), entries=[entry])],
    )
    probe = HabitProbe("first", SEED)
    probe.played.append(played_match(scenario, record, **known))
    return probe


@pytest.mark.parametrize(("seconds", "noted"), [(5.0, False), (5.1, True)])
def test_more_than_half_of_the_clock_is_noted(seconds: float, *, noted: bool) -> None:
    found = read_clock(probe_that_used(seconds))
    assert f"more than {seconds / 10:.0%} of its clock" in found.sentence
    assert any("More than half of the clock" in note for note in found.notes) == noted
    assert found.evidence is None


@pytest.mark.parametrize(
    ("size", "noted", "refused"),
    [
        (LOG_BYTES // 4, False, False),
        (LOG_BYTES // 4 + 1, True, False),
        (LOG_BYTES - 1, True, False),
        (LOG_BYTES, False, True),
    ],
)
def test_a_quarter_of_the_log_is_noted_and_a_full_one_refused(
    size: int, *, noted: bool, refused: bool
) -> None:
    found = measure_log(probe_that_used(logged=size))
    assert bool(found.notes) == noted
    assert (found.evidence is not None) == refused


class Sleeping(HabitProbe):
    """Plays with a bot that answers its first question after so many seconds, computing a while."""

    def __init__(self, wall: float, cpu: float = 0.0) -> None:
        super().__init__("first", SEED)
        self._spent = wall, cpu

    def play(self, scenario: Scenario) -> CheckMatch:
        match = super().play(scenario)
        wall, cpu = self._spent
        answer = match.all_answers()[0]
        answer.wall_us, answer.cpu_us = round(wall * 1e6), round(cpu * 1e6)
        return match


@pytest.mark.parametrize(
    ("wall", "cpu", "noted", "refused"),
    [
        (10, 0, False, False),
        (11, 0, True, False),
        (SLEEP, 0, True, False),
        (SLEEP + 1, 0, False, True),
        # Of a machine that is busy.
        (SLEEP * 3, SLEEP * 3 / 4, False, False),
    ],
)
def test_who_sleeps_is_told_soon_and_refused_when_that_comes_to_three_minutes(
    wall: float, cpu: float, *, noted: bool, refused: bool
) -> None:
    found = play_one(TONTON, Sleeping(wall, cpu))
    assert any("a check waits for 180 s in all" in note for note in found.notes) == noted
    assert (found.evidence is not None) == refused
    if refused:
        assert found.sentence == "In all it did nothing for 181 s while it was asked."


def test_the_sleep_of_all_games_counts() -> None:
    found = play_rest(TONTON, Sleeping(SLEEP / 2))
    assert found.evidence is not None
    assert "At most 180 s in all of a check" in found.evidence.right


class Evading(HabitProbe):
    """Plays with a bot that comes to no question of one kind, whatever is dealt."""

    def play(self, scenario: Scenario) -> CheckMatch:
        match = super().play(scenario)
        del match.kinds["licence"]
        return match


def test_a_kind_that_a_bot_evades_is_tried_in_a_few_matches_and_noted() -> None:
    probe = Evading("first", SEED)
    found = play_rest(find_game("big_fish"), probe)
    again = [match.scenario for match in probe.played if len(match.scenario.places) > 2]
    assert len({one.number for one in again}) > 2
    assert all(write_options(one.options)["licences"] == "true" for one in again)
    assert found.notes == ("As it plays it came to no question of this kind: licence.",)
    assert found.evidence is None
