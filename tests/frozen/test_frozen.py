"""Nothing that is frozen has changed unsaid; `tests/frozen/oracle.py` says what to do if it has."""

import pytest

from tests.frozen.oracle import FAST, GIVEN, KEPT, REAL, difference
from tests.seeds import drawing_from

MOST_BYTES = 5_000_000


@pytest.mark.parametrize("kind", FAST)
def test_the_program_answers_as_it_did(kind: str) -> None:
    with drawing_from("frozen"):
        assert difference(kind) == ""


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("kind", REAL)
def test_programs_end_as_they_did(kind: str) -> None:
    with drawing_from("frozen"):
        assert difference(kind) == ""


def test_each_kind_is_kept_and_all_is_small() -> None:
    assert {path.name for path in KEPT.iterdir()} == {*FAST, *REAL}
    files = [path for folder in (KEPT, GIVEN) for path in folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
