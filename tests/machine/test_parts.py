"""What the virtual machine is to run is there: a file that was renamed is not silently left out."""

import re

import pytest

from arena.attacks.suite import suite_names
from tests.hostile.more import MORE
from tests.machine.disk import ROOT
from tests.machine.parts import MORE_ATTACKS, Part, first_parts, more_parts

PARTS = [*first_parts(), *more_parts()]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.user}: {part.name}")
def test_a_part_names_files_and_attacks_that_there_are(part: Part) -> None:
    for file in re.findall(r"tests/\S+", part.script):
        assert (ROOT / file).is_file()
    suite_names(re.findall(r"--only (\S+)", part.script))


def test_the_attacks_of_the_tests_alone_are_there() -> None:
    assert {*MORE_ATTACKS} <= MORE.keys()


def test_no_part_is_run_twice() -> None:
    names = [(part.user, part.name) for part in PARTS]
    assert len(names) == len(set(names))


def test_the_units_are_set_up_as_it_is_documented() -> None:
    (script,) = (part.script for part in PARTS if part.name == "match under the units")
    assert "/opt/card-arena/bin/arena image\n" in script
    assert "/opt/card-arena/bin/ladder init --games-a-match 4 --division" in script
    assert "systemctl enable --now card-arena-web card-arena-season" in script
    # The machine has no index of packages.
    assert "/opt/card-arena/bin/pip" not in script
