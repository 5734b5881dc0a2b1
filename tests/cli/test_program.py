"""A command that does not come to its end says why, in a sentence, and with an exit code."""

import click
import pytest
from click.testing import CliRunner

from arena.cli.app import app as arena
from arena.errors import HostFailure, Unavailable, UserError
from arena.terminal.program import Program
from ladder.cli.app import app as ladder


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
