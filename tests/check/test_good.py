"""Good bots pass. That our samples do, in containers, is seen when `make play` submits them."""

import re
from pathlib import Path

import pytest

from arena.check.check import run_check
from arena.check.report import Report, StepOutcome
from arena.cli.new import write_files
from arena.games import game_names
from arena.match.clock import TimeControl
from tests.bots.writing import write_bot
from tests.check.broken.bot import doing, playing

pytestmark = pytest.mark.usefixtures("processes")


def check(folder: Path, box: str, records: Path) -> Report:
    report = run_check(folder, box, records=records)
    assert report.failed is None, report.failed
    assert {step.outcome for step in report.steps} == {StepOutcome.PASSED}
    assert not records.exists()
    return report


def write_new(folder: Path) -> Path:
    folder.mkdir()
    for file, text in write_files("beginner", None).items():
        (folder / file).write_text(text)
    return folder


def test_a_check_goes_through_every_game_at_every_seat_in_order(tmp_path: Path) -> None:
    report = check(write_new(tmp_path / "bot"), "process", tmp_path / "records")
    assert report.bot == "beginner"
    assert report.games == game_names()
    # Most of it is the machine's time and not ours; a quiet one takes half of that.
    assert sum(step.seconds for step in report.steps) < 60
    names = [step.name for step in report.steps]
    per_game = ("questions", "seats", "shortest game", "longest game")
    assert names == [
        *("files", "start-up", "restart"),
        *(f"{game}: {what}" for game in game_names() for what in per_game),
        *("time", "log", "repeat"),
    ]
    said = {step.name: step.finding.sentence for step in report.steps}
    assert "and" in said["six_nimmt: questions"]
    assert "simultaneous" in said["six_nimmt: questions"]
    assert "sequential" in said["six_nimmt: questions"]
    assert "56 games with 2 to 10 seats" in said["six_nimmt: seats"]
    assert "22 games with 2 to 6 seats" in said["big_fish: seats"]
    assert said["repeat"].endswith("the same moves.")


@pytest.mark.parametrize(
    ("body", "before", "step", "note"),
    [
        ("return random.choice(turn.legal)", "import random", "repeat", "self.rng"),
        ("print('thinking ' * 30)", "", "log", "More than 16 KiB"),
    ],
)
def test_what_refuses_nobody_is_noted(
    body: str, before: str, step: str, note: str, tmp_path: Path
) -> None:
    folder = write_bot(tmp_path / "bot", doing(body, before), playing("tonton"))
    notes = {
        step.name: " ".join(step.finding.notes)
        for step in check(folder, "process", tmp_path / "records").steps
    }
    assert note in notes.pop(step)
    assert not any(notes.values())


def test_a_clock_that_is_nothing_but_its_increment_is_one_to_pass_with(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bot", doing("turn.legal[0]"), playing("tonton"))
    control = TimeControl(bank=0.0, increment=5.0)
    report = run_check(bot, "process", records=tmp_path / "records", control=control)
    assert report.failed is None
    (said,) = (step.finding.sentence for step in report.steps if step.name == "time")
    assert re.search(r"no game took more than \d% of its clock\.", said)
