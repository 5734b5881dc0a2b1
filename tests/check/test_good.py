"""Good bots pass. That our samples do, in containers, `tests/sample_bots` shows.

These are called, since a check starts a bot forty times; `tests/cli/test_check.py` has processes.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from arena.bots.finding import BotSource
from arena.bots.starter import write_starter
from arena.check.check import run_check
from arena.check.report import CheckStep, Report, StepOutcome
from arena.games import game_names
from arena.match.clock import TimeControl
from arena.runner.host import Host
from tests.bots.writing import write_bot
from tests.check.broken.bot import doing, playing


def check(folder: Path, records: Path, **settings: Any) -> Report:
    report = run_check(BotSource(folder), Host("inline"), records=records, **settings)
    assert report.failed is None, report.failed
    assert {step.outcome for step in report.steps} == {StepOutcome.PASSED}
    assert not records.exists()
    return report


@pytest.fixture(scope="module")
def beginner(processes: None, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The check of a bot as `arena new` makes it."""
    folder = tmp_path_factory.mktemp("beginner")
    (folder / "bot").mkdir()
    for file, text in write_starter("beginner", None).items():
        (folder / "bot" / file).write_text(text)
    return check(folder / "bot", folder / "records")


def test_a_check_goes_through_every_game_in_order(beginner: Report) -> None:
    assert beginner.bot == "beginner"
    assert beginner.games == game_names()
    per_game = ("questions", "seats")
    assert [step.name for step in beginner.steps] == [
        *("files", "start-up", "restart"),
        *(f"{game}: {what}" for game in game_names() for what in per_game),
        *("time", "log", "repeat"),
    ]
    said = {step.name: step.finding.sentence for step in beginner.steps}
    assert said["repeat"].endswith("the same moves.")


@pytest.mark.parametrize(
    ("game", "seats", "kinds"),
    [
        ("big_fish", "2 to 6 seats", ("lay", "keep")),
        ("goat_n_goat", "2 to 5 seats", ("lay", "take", "discard", "claim")),
        ("six_nimmt", "2 to 10 seats", ("card", "row", "draft")),
        ("tonton", "3 to 5 seats", ()),
    ],
)
def test_it_says_how_many_seats_and_which_questions_it_asked(
    beginner: Report, game: str, seats: str, kinds: tuple[str, ...]
) -> None:
    (said,) = (step.finding.sentence for step in beginner.steps if step.name == f"{game}: seats")
    assert f" games in all it had {seats}, " in said
    assert all(re.search(rf"[1-9]\d* {kind}\b", said) for kind in kinds)


@pytest.fixture(scope="module")
def chatterer(processes: None, tmp_path_factory: pytest.TempPathFactory) -> dict[str, CheckStep]:
    """The steps of a bot that prints much, draws its moves itself, and has but an increment."""
    folder = tmp_path_factory.mktemp("chatterer")
    body = "print('thinking ' * 60)\nreturn random.choice(turn.legal)"
    bot = write_bot(folder / "bot", doing(body, "import random"), playing("tonton"))
    report = check(bot, folder / "records", control=TimeControl(bank=0.0, increment=5.0))
    return {step.name: step for step in report.steps}


@pytest.mark.parametrize(("step", "note"), [("repeat", "self.rng"), ("log", "More than 16 KiB")])
def test_what_refuses_nobody_is_noted(
    chatterer: dict[str, CheckStep], step: str, note: str
) -> None:
    assert note in " ".join(chatterer[step].finding.notes)
    assert {name for name, one in chatterer.items() if one.finding.notes} == {"repeat", "log"}


def test_a_clock_that_is_nothing_but_its_increment_is_one_to_pass_with(
    chatterer: dict[str, CheckStep],
) -> None:
    said = chatterer["time"].finding.sentence
    assert re.search(r"no game took more than \d% of its clock\.", said)
