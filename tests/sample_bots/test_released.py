"""The released samples: a ladder takes them in without a check, so each was checked before."""

from pathlib import Path
from shutil import copytree

import pytest

from arena.bots.samples import SAMPLES
from arena.runner.host import Host
from ladder.store.opening import open_store
from ladder.submissions.files import released_samples
from ladder.submissions.submit import Submitted, submit
from tests.bots.taking import taken
from tests.ladder.ladders import SHORT, make_ladder
from tests.sample_bots.release import FILE, describe_samples, fault_in_sample


def test_the_released_digests_are_those_of_the_samples() -> None:
    again = "python -m tests.sample_bots.release"
    assert FILE.read_text() == describe_samples(), f"to release the samples as they are: {again}"


@pytest.mark.soak
@pytest.mark.usefixtures("images")
@pytest.mark.parametrize("name", released_samples().values())
def test_a_released_sample_passes_its_check_in_a_container(name: str) -> None:
    assert not fault_in_sample(name)


def hand_in(folder: Path, place: Path) -> Submitted:
    with open_store(str(place)) as store:
        return submit(
            store,
            taken(folder),
            host=Host("process"),
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
