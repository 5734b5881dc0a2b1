"""Where there is no ladder, or something else, one sentence says so, and it stays as it is."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ladder.bad_input.mistakes import dump, refused
from tests.programs import Run


@pytest.mark.parametrize(
    "words",
    [
        ["table"],
        ["run", "--trust"],
        ["submit", "first"],
        ["bot", "one"],
        ["match", "1"],
        ["doctor"],
        ["export", "x.zip"],
        ["exclude", "--version=one@1", "--reason=so"],
        ["return", "one"],
        ["season"],
        ["season", "--final", "--top=2"],
        ["set", "--freeze"],
        ["set", "--pause"],
        ["cancel", "1", "--reason=so"],
    ],
    ids=lambda words: words[0],
)
def test_where_there_is_no_ladder_none_is_made(
    ladder: Run, tmp_path: Path, words: list[str]
) -> None:
    assert (
        refused(ladder(*words, check=2))
        == "There is no ladder in ladder.db; ladder init makes one."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "code", "sentence"),
    [
        (b"hello, I am no database " * 100, 2, "no database"),
        (b"", 2, "There is no ladder"),
        (b"SQLite format 3\0" + b"x" * 500, 2, "no database"),
    ],
)
def test_a_file_that_is_no_ladder_stays_as_it_is(
    ladder: Run, tmp_path: Path, content: bytes, code: int, sentence: str
) -> None:
    (tmp_path / "ladder.db").write_bytes(content)
    assert sentence in refused(ladder("table", check=code))
    assert "something in ladder.db already" in refused(ladder("init", check=2))
    assert (tmp_path / "ladder.db").read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("place", "code", "sentence"),
    [
        ("mysql://somewhere/x", 2, "in no other database"),
        ("sqlite://", 2, "in no other database"),
        ("sqlite:///:memory:", 2, "in no other database"),
        ("postgresql://host:port/x", 2, "is no database"),
        ("postgresql://arena@127.0.0.1:1/x", 1, "cannot be reached"),
        ("postgresql://arena@localhost:1/x?connect_timeout=2", 1, "cannot be reached"),
        ("sqlite:///ladder.db?timeout=soon", 2, "expected ?timeout=20"),
        ("sqlite:///ladder.db?timeout=1&timeout=2", 2, "expected ?timeout=20"),
        ("postgresql://arena@localhost:1/x?timeout=inf", 2, "expected ?timeout=20"),
        ("no/such/folder/ladder.db", 1, "its folder has to be there"),
        (".", 2, "something in . already"),
        ("x" * 300, 2, "too long a name"),
    ],
)
def test_a_place_that_is_none_is_refused(
    ladder: Run, tmp_path: Path, place: str, code: int, sentence: str
) -> None:
    assert sentence in refused(ladder("init", f"--ladder={place}", check=code))
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_knows_no_such_database_says_so(ladder: Run, postgres: str) -> None:
    errors = refused(ladder("table", "--ladder", postgres.format("nowhere"), check=1))
    assert 'database "nowhere" does not exist' in errors


def test_a_password_is_not_repeated(ladder: Run, postgres: str) -> None:
    place = postgres.format("postgres").replace("arena@", "arena:secret@")
    unnamed = postgres.format("postgres")
    for wrong in (
        *(place, f"{unnamed}&password=secret", f"{unnamed}&sslpassword=secret&connect_timeout=9"),
        *("postgresql://arena:secret@host:port/x", "postgresql://host:port/x?password=secret"),
    ):
        assert "secret" not in refused(ladder("table", "--ladder", wrong, check=2))


def test_a_ladder_is_not_made_twice(ladder: Run, played: Path) -> None:
    before = dump(played)
    assert "already" in refused(ladder("init", check=2))
    assert dump(played) == before


def test_a_ladder_of_a_newer_program_is_left_alone(ladder: Run, played: Path) -> None:
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = dump(played)
    assert "another version of this program" in refused(ladder("table", check=2))
    assert dump(played) == before
