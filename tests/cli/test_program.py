"""A command that does not come to its end says why, in a sentence, and with an exit code."""

import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from arena.cli.app import app as arena
from arena.errors import HostFailure, Unavailable, UserError
from arena.terminal.program import Program
from ladder.cli.app import app as ladder
from tests.programs import seeded


@pytest.mark.parametrize(
    ("stops", "code", "sentence"),
    [
        (UserError("A bot has a name."), 2, "A bot has a name."),
        (Unavailable("there is no engine"), 1, "Not done: there is no engine."),
        (HostFailure("no space"), 1, "Not done, and no bot is to blame: no space."),
        (KeyboardInterrupt(), 130, "Stopped. Nothing is half done, and no bot is left running."),
    ],
)
def test_whatever_stops_a_command_is_one_sentence(
    stops: BaseException, code: int, sentence: str
) -> None:
    @click.group(cls=Program)
    def app() -> None: ...

    @app.command()
    def fail() -> None:
        raise stops

    done = CliRunner().invoke(app, ["fail"])
    assert (done.exit_code, done.stderr, done.stdout) == (code, f"{sentence}\n", "")


@pytest.mark.parametrize("words", [["games"], ["games", "--json"], ["--help"]])
def test_output_that_cannot_be_written_is_one_sentence(processes: None, words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*seeded("arena"), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.stderr == "The output cannot be written: No space left on device.\n"
    assert done.returncode == 1


def test_a_bug_is_not_hidden() -> None:
    @click.group(cls=Program)
    def app() -> None: ...

    @app.command()
    def fail() -> None:
        raise ZeroDivisionError

    assert isinstance(CliRunner().invoke(app, ["fail"]).exception, ZeroDivisionError)


@pytest.mark.parametrize("app", [arena, ladder])
def test_both_programs_keep_to_that(app: click.Group) -> None:
    assert isinstance(app, Program)
