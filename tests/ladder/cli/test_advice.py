"""What a command advises next works in the shell that called it."""

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from ladder.cli.app import app


def advice(*words: str, **environment: str) -> list[str]:
    done = CliRunner(env=environment).invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1].startswith("Try: ")
    return shlex.split(done.stdout.splitlines()[-1])[2:]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_ladder_that_was_typed_is_named_again_and_quoted() -> None:
    assert advice("init", "--ladder", "my own.db")[-2:] == ["--ladder", "my own.db"]
    assert advice("bots", "--ladder=my own.db") == [
        *("submit", "random", "first"),
        *("--ladder", "my own.db"),
    ]
    added = advice("author", "list", "--ladder", "my own.db")
    assert added == ["author", "add", "NAME", "--ladder", "my own.db"]
    # All of these can be typed as they are.
    advice("table", *added[-2:])


def test_a_ladder_of_the_environment_or_the_usual_one_is_not() -> None:
    assert advice("init", LADDER="other.db") == ["submit", "random", "first"]
    assert advice("init") == ["submit", "random", "first"]


def test_a_command_that_has_no_ladder_gets_none(tmp_path: Path) -> None:
    assert advice("init", "--ladder", "l.db")[-2:] == ["--ladder", "l.db"]
    assert advice("export", "--ladder", "l.db", "l.zip") == ["verify", "l.zip"]
    assert advice("backup", "--ladder", "l.db", "l.backup") == [
        *("restore", "l.backup", "--ladder=another.db")
    ]
