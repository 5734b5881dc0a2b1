"""Every broken bot is refused at the right step, with a sentence that helps its author."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.finding import BotSource
from arena.check.check import run_check
from arena.check.report import Report, StepOutcome
from arena.containers.image import Image
from arena.match.clock import TimeControl
from arena.match.record import read_record
from arena.match.replay import verify
from arena.runner.host import Host
from tests.check.broken import BROKEN, SEED
from tests.check.broken.bot import WALLS
from tests.check.broken.playing import PLAYING

pytestmark = pytest.mark.usefixtures("processes")

# The others may take as long as this machine needs to start them.
USUAL = TimeControl(start=100)
# So that those who do not answer are found out soon.
CONTROLS = {
    "no Join within": TimeControl(start=1),
    "no answer within": replace(USUAL, bank=1.5),
    "of cpu time": replace(USUAL, bank=1.5),
}


def check(name: str, box: str, folder: Path) -> Report:
    broken = BROKEN[name]
    bot, records = broken.write(folder / "bot"), folder / "records"
    control = CONTROLS.get(broken.says, USUAL)
    return run_check(BotSource(bot), Host(box), control=control, records=records, seed=SEED)


def assert_refused_as_it_should(name: str, box: str, folder: Path) -> None:
    report = check(name, box, folder)
    step = report.failed
    assert step is not None, "it passed"
    evidence = step.finding.evidence
    assert evidence is not None
    said = "\n".join([step.finding.sentence, evidence.sent, evidence.came_back, evidence.log_tail])
    assert step.name == BROKEN[name].step, said
    assert BROKEN[name].says in said
    assert all([evidence.sent, evidence.came_back, evidence.right])
    after = {other.outcome for other in report.steps[step.number :]}
    assert after <= {StepOutcome.SKIPPED}
    assert [other.number for other in report.steps] == [*range(1, len(report.steps) + 1)]
    if evidence.record is not None:
        record = read_record(evidence.record)
        verify(record)
        assert len(record.games) == evidence.game


def test_for_a_program_that_cannot_be_run_it_is_said_which_can(tmp_path: Path) -> None:
    report = check("with_a_program_that_is_not_there", "process", tmp_path)
    assert report.failed is not None
    evidence = report.failed.finding.evidence
    assert evidence is not None
    assert "A container has Python 3." in evidence.right
    assert 'language = "java" or another one in bot.toml' in evidence.right
    assert "socket" not in evidence.right


def test_there_are_thirty_of_them() -> None:
    assert len(BROKEN) >= 30
    assert BROKEN.keys() > IN_A_CONTAINER


# A container decides of these what comes of them: what there is to start, and how a bot's end, its
# time and its log are known.
IN_A_CONTAINER = {
    "with_a_program_that_is_not_there",
    "that_needs_a_module_that_is_not_there",
    "that_exits_at_once",
    "that_never_joins",
    "that_fails_in_its_second_game",
    "that_answers_late",
    "that_floods_its_log",
}


@pytest.mark.parametrize(
    "name", [name for name in BROKEN if name in IN_A_CONTAINER or BROKEN[name].boxes == WALLS]
)
def test_in_a_container_it_is_refused_at_its_step(name: str, image: Image, tmp_path: Path) -> None:
    assert_refused_as_it_should(name, "container", tmp_path)


# A check plays with every number of seats and every option, as tests/check/test_scenario.py shows;
# these play until it comes to theirs.
FOUND_LATE = {"that_errs_with_ten_seats", "that_fails_in_short_games", "that_fails_in_long_games"}
# These answer the same where they are called; tests/cli/test_check.py has such a bot in a process.
CALLED = {name for name, bot in PLAYING.items() if "run(Broken)" in str(bot.source)}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.soak] if name in FOUND_LATE else [])
        for name in BROKEN
        if name not in IN_A_CONTAINER and "process" in BROKEN[name].boxes
    ],
)
def test_without_walls_it_is_refused_at_its_step(name: str, tmp_path: Path) -> None:
    assert_refused_as_it_should(name, "inline" if name in CALLED else "process", tmp_path)
