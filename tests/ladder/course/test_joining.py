"""The code of a course file: kept by its digest, ended, and refused where it could be guessed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.errors import UserError
from ladder.course.applying import Applied, apply_course
from ladder.settings.join_code import JoinCode, check_code, draw_code
from ladder.store.store import Store
from tests.ladder.ladders import make_ladder

BEFORE = datetime(2026, 11, 1, tzinfo=UTC)
COURSE = """
timezone = "Europe/Berlin"
join = "mkpw-q7tz-ahrd"
join_end = 2026-11-28T18:00:00
join_most = 60
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with make_ladder(tmp_path / "ladder.db") as store:
        yield store


def apply(store: Store, folder: Path, text: str, now: datetime = BEFORE) -> Applied:
    file = folder / "course.toml"
    file.write_text(text)
    file.chmod(0o600)
    return apply_course(store, file, now=now)


def kept(store: Store) -> JoinCode:
    return store.setting(JoinCode())


def test_a_code_is_kept_without_being_told_and_applied_again_after_its_end(
    store: Store, tmp_path: Path
) -> None:
    said = " ".join(apply(store, tmp_path, COURSE).changes)
    assert "Guests join: with the code until 2026-11-28 17:00 UTC, 60 at most." in said
    assert "mkpw" not in said
    assert kept(store).opens("MKPW Q7TZ AHRD")
    assert kept(store).end == datetime(2026, 11, 28, 17, tzinfo=UTC)
    later = datetime(2026, 12, 1, tzinfo=UTC)
    assert apply(store, tmp_path, COURSE, later).changes == ()


def test_a_file_without_a_code_leaves_it_and_an_empty_one_ends_it(
    store: Store, tmp_path: Path
) -> None:
    apply(store, tmp_path, COURSE)
    apply(store, tmp_path, 'timezone = "UTC"')
    assert kept(store).digest
    assert "Guests join: nobody." in apply(store, tmp_path, 'join = ""').changes
    assert kept(store) == JoinCode()


@pytest.mark.parametrize("code", ["short-one", "aaaaaaaaaaaa", "abababababab", "twelve!letters"])
def test_a_code_that_can_be_guessed_is_refused_with_its_path(
    store: Store, tmp_path: Path, code: str
) -> None:
    with pytest.raises(UserError, match=r"course.toml, join: expected at least 10 random letters"):
        apply(store, tmp_path, f'join = "{code}"')
    assert kept(store) == JoinCode()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("join_end = 2026-10-01T18:00:00", "join_end: .* has passed; expected a later time"),
        ("join_most = 0", "join_most: expected a whole number >= 1"),
        ("join_end = 1", "join_end: "),
    ],
)
def test_an_end_or_a_most_that_cannot_be_is_refused(
    store: Store, tmp_path: Path, line: str, said: str
) -> None:
    with pytest.raises(UserError, match=said):
        apply(store, tmp_path, f'join = "mkpw-q7tz-ahrd"\n{line}')


def test_a_file_that_others_can_read_tells_its_code_to_them(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "course.toml"
    file.write_text(COURSE)
    file.chmod(0o644)
    with pytest.raises(UserError, match="join: others on this machine can read"):
        apply_course(store, file, now=BEFORE)


def test_codes_that_are_drawn_differ_and_cannot_be_guessed() -> None:
    codes = {draw_code() for _ in range(20)}
    assert len(codes) == 20
    for code in codes:
        check_code(code)
