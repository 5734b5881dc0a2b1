"""What a person finds out at the command line itself: help, examples, completion, the version."""

import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

import arena
from arena.bots.samples import sample_names
from arena.cli.app import app as arena_app
from arena.games import game_names
from ladder.cli.app import app as ladder_app
from tests.programs import commands_of

PROGRAMS = {"arena": arena_app, "ladder": ladder_app}
COMMANDS = [
    pytest.param(name, command, id=f"{name} {command.name}")
    for name, program in PROGRAMS.items()
    for command in commands_of(program).values()
]


@pytest.mark.parametrize(("program", "command"), COMMANDS)
def test_help_ends_with_an_example_that_the_command_understands(
    program: str, command: click.Command
) -> None:
    said = CliRunner().invoke(PROGRAMS[program], ["help", command.name or ""]).stdout
    example = " ".join(said.partition("Example: ")[2].split())
    typed, name, *words = shlex.split(example)
    assert (typed, name) == (program, command.name)
    context = click.Context(PROGRAMS[program], info_name=program)
    command.make_context(name, words, parent=context).close()


def test_help_is_a_command_too() -> None:
    runner = CliRunner()
    for program in PROGRAMS.values():
        assert runner.invoke(program, ["help"]).stdout == runner.invoke(program, ["--help"]).stdout


def test_the_list_of_commands_tells_of_each_what_it_tells_itself() -> None:
    found = ShellComplete(ladder_app, {}, "ladder", "_LADDER_COMPLETE").get_completions([], "")
    commands = commands_of(ladder_app).items()
    assert {one.value: one.help for one in found} == {
        name: command.get_short_help_str() for name, command in commands
    }


@pytest.mark.usefixtures("processes")
def test_the_list_of_commands_loads_none() -> None:
    program = """
import sys
from click.shell_completion import ShellComplete
from ladder.cli.app import app
ShellComplete(app, {}, "ladder", "_LADDER_COMPLETE").get_completions([], "")
app(["--help"], standalone_mode=False)
print([name for name in sys.modules if name.startswith(("ladder.cli.", "sqlalchemy"))])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "['ladder.cli.app']"


def complete(words: list[str], begun: str) -> list[str]:
    found = ShellComplete(arena_app, {}, "arena", "_ARENA_COMPLETE").get_completions(words, begun)
    return [item.value for item in found]


def test_games_bots_and_options_of_the_game_are_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "owl").mkdir()
    (tmp_path / "owl" / "bot.toml").touch()
    assert complete(["play"], "") == [*game_names()]
    assert complete(["play"], "to") == ["tonton"]
    assert complete(["play", "tonton"], "") == [*sample_names(), "human", "owl"]
    assert complete(["check"], "o") == ["owl"]
    assert complete(["play", "tonton", "owl", "--option"], "tea") == ["teams=false", "teams=true"]
    assert complete(["new", "mine", "--game"], "goat") == ["goat_n_goat"]


@pytest.mark.usefixtures("processes")
def test_python_runs_the_package_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arena", "--version"], capture_output=True, text=True, check=True
    )
    assert arena.__version__ in done.stdout
