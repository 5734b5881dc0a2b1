"""The released samples: a ladder takes them in without a check, so here each is checked."""

from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

import pytest

from arena.bots.finding import BotSource
from arena.bots.manifest import open_bot
from arena.bots.samples import SAMPLES
from arena.check.check import run_check
from arena.games import game_names
from arena.match.clock import TimeControl
from ladder.store.opening import open_store
from ladder.submissions import released_samples
from ladder.submit import Submitted, submit
from tests.ladder.ladders import SHORT, make_ladder
from tests.sample_bots.release import FILE, describe_samples

# The searcher thinks for a part of its clock, and is none the wiser for a long one here.
QUICK = TimeControl(bank=2.0, increment=0.05)


def test_the_released_digests_are_those_of_the_samples() -> None:
    again = "python -m tests.sample_bots.release"
    assert FILE.read_text() == describe_samples(), f"to release the samples as they are: {again}"


def require_pass(name: str, folder: Path, games: Sequence[str]) -> None:
    source, records = BotSource(SAMPLES / name), folder / "records"
    report = run_check(source, "container", records=records, control=QUICK, games=games)
    assert report.failed is None, report.failed


@pytest.mark.usefixtures("images")
@pytest.mark.parametrize("name", released_samples().values())
def test_a_released_sample_passes_its_check_of_one_game_in_a_container(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    games = open_bot(SAMPLES / name).games or game_names()
    require_pass(name, tmp_path, games[-1:])


@pytest.mark.soak
@pytest.mark.usefixtures("images")
@pytest.mark.parametrize("name", released_samples().values())
def test_a_released_sample_passes_its_check_in_a_container(name: str, tmp_path: Path) -> None:
    require_pass(name, tmp_path, ())


def hand_in(folder: Path, place: Path) -> Submitted:
    with open_store(str(place)) as store:
        return submit(
            store,
            BotSource(folder),
            box="process",
            records=place.parent / "records",
            on_step=lambda _: None,
        )


def test_a_released_sample_comes_onto_a_ladder_without_a_check(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, divisions=(SHORT,)).close()
    entered = hand_in(SAMPLES / "random", place)
    assert (entered.player, entered.checked) == ("random@1", False)
    (step,) = entered.report.steps
    assert step.finding.sentence == "It is the sample bot random as it was released, and checked."


@pytest.mark.usefixtures("processes")
def test_with_a_changed_file_a_sample_is_checked_as_any_bot(tmp_path: Path) -> None:
    place = tmp_path / "ladder.db"
    make_ladder(place, divisions=(SHORT,)).close()
    copytree(SAMPLES / "careful", tmp_path / "careful")
    program = tmp_path / "careful" / "bot.py"
    program.write_text("raise SystemExit\n")
    entered = hand_in(tmp_path / "careful", place)
    assert (entered.player, entered.checked) == (None, True)
    assert entered.report.failed is not None
    assert entered.report.failed.name == "start-up"
