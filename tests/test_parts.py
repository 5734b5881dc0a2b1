"""The tests of a part run where it has changed, and wait for the night elsewhere."""

from tests.parts import PARTS, ROOT, unchanged

EVERY = {test for tests in PARTS for test in tests}


def test_what_has_changed_runs_its_tests_and_the_others_wait() -> None:
    assert unchanged(["ladder/web/app.py"]) == EVERY
    walls = unchanged(["arena/boxes/kinds/container.py"])
    assert "tests/hostile/test_protections.py" not in walls
    assert "tests/hostile/test_attacks.py" not in walls
    assert "tests/protos/test_languages.py" in walls
    assert "tests/protos/test_languages.py" not in unchanged(["protos/arena/v1/arena.proto"])


def test_what_all_is_made_of_has_no_test_wait() -> None:
    for file in ("constraints.txt", ".ci/run", "tests/conftest.py"):
        assert unchanged([file]) == frozenset()


def test_each_part_is_there() -> None:
    named = {*EVERY, *(folder for folders in PARTS.values() for folder in folders)}
    assert [name for name in named if not (ROOT / name).exists()] == []
