"""The two programs, run in this process as their users would run them."""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import click
from click.testing import CliRunner, Result

from arena.cli.app import app as arena_app
from ladder.cli.app import app as ladder_app

PROGRAMS: Final[dict[str, click.Group]] = {"arena": arena_app, "ladder": ladder_app}
# JSON of so many letters stands in one line.
_SHORT: Final = 160
# Digits beyond the twelfth are those of a CPU: libraries take other instructions on another one.
_LONG: Final = re.compile(r"-?\d+\.\d{12,}(e-?\d+)?")
# A terminal of every day.
_TERMINAL: Final = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "TZ": "UTC"}


def commands() -> Iterator[tuple[Sequence[str], click.Command]]:
    """Yield every command of both programs, with the words to type."""
    for program, group in PROGRAMS.items():
        yield from _below((program,), group)


def _below(
    words: Sequence[str], group: click.Group
) -> Iterator[tuple[Sequence[str], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _below((*words, name), command)
        else:
            yield (*words, name), command


def run(program: str, *words: str | Path) -> Result:
    """Run a command; what it may not be is a traceback."""
    typed = [*map(str, words)]
    # What a command advises to type begins as this did.
    with patch.object(sys, "argv", [program, *typed]):
        done = CliRunner(env=_TERMINAL).invoke(
            PROGRAMS[program], typed, prog_name=program, terminal_width=80
        )
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def tell(program: str, *words: str | Path) -> Iterator[str]:
    """Yield what a command prints, and its exit code if it has another one than 0."""
    done = run(program, *words)
    yield from done.output.splitlines()
    if done.exit_code:
        yield f"exit code {done.exit_code}"


def read_json(program: str, *words: str | Path) -> Any:
    """Return the answer of a command with `--json`."""
    done = run(program, *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def tell_json(program: str, *words: str | Path) -> Iterator[str]:
    """Yield the answer of a command with `--json` in lines."""
    yield from lines_of(read_json(program, *words))


def lines_of(answer: object, lead: str = "") -> Iterator[str]:
    """Yield JSON in lines that can be compared: what is short stands in one."""
    inner = " " * (len(lead) - len(lead.lstrip(" ")) + 1)
    text = _LONG.sub(
        lambda number: f"{float(number[0]):.12g}", json.dumps(answer, ensure_ascii=False)
    )
    if len(text) <= _SHORT or not isinstance(answer, dict | list):
        yield f"{lead}{text}"
    elif isinstance(answer, dict):
        yield f"{lead}{{"
        for key, value in answer.items():
            yield from lines_of(value, f"{inner}{key}: ")
        yield f"{inner[1:]}}}"
    else:
        yield f"{lead}["
        for value in answer:
            yield from lines_of(value, inner)
        yield f"{inner[1:]}]"
