"""Output of commands: a command returns what it shows, and one printer prints it.

For people that is sentences and tables, for programs the same dataclasses as JSON, or CSV. Every
command has this, so what is heavy is loaded when something is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from arena.errors import UserError
from arena.foreign_text import show_lines
from arena.terminal.advice import advise
from arena.terminal.options import as_json as having_json
from arena.terminal.output import say_csv, say_json

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a command shows."""

    answer: object
    """JSON of it is for programs; a text is JSON already."""
    lines: Iterable[RenderableType] = ()
    """For people, with a `Text` or a table where more than a sentence is ours."""
    advice: Sequence[object] = ()
    """Words of a command that may be typed next, if there is one; a text is a line already."""
    more: Mapping[str, object] = field(default_factory=dict)
    """Beside the answer in JSON, as only the command knows it."""
    csv: tuple[Sequence[str], Iterable[Sequence[object]]] = ((), ())
    """Names of columns, and rows, of a command with `--csv`."""
    code: int = 0
    """Exit code of the command."""


def printing(
    program: str = "arena", width: int | None = None
) -> Callable[[Callable[..., Shown]], Callable[..., None]]:
    """Return the decorator of a command that has what it shows printed, for people or programs.

    Its advice is of this program. Its tables are as wide as the terminal, or as this.
    """

    def decorate(command: Callable[..., Shown]) -> Callable[..., None]:
        @having_json
        @wraps(command)
        def run(*, as_json: bool, as_csv: bool = False, **asked: Any) -> None:
            if as_csv and as_json:
                raise UserError("A table is printed as --csv or as --json, not as both.")
            form = {"as_json": as_json, "as_csv": as_csv}
            print_shown(command(**asked), program=program, width=width, **form)

        return run

    return decorate


def wants_json() -> bool:
    """Say whether the running command was asked for JSON."""
    return bool(click.get_current_context().params["as_json"])


def print_shown(
    shown: Shown,
    *,
    program: str = "arena",
    width: int | None = None,
    as_json: bool,
    as_csv: bool = False,
) -> None:
    """Print what a command shows in one form, and end the command with its exit code."""
    if as_csv:
        say_csv(*shown.csv)
    elif as_json and isinstance(shown.answer, str):
        sys.stdout.write(shown.answer)
    elif as_json:
        print_json(shown.answer, **shown.more)
    else:
        from arena.terminal.console import PlainConsole

        console, lines, words = PlainConsole(width=width), [*shown.lines], shown.advice
        if words:
            lines.append(words if isinstance(words, str) else advise(*words, program=program))
        console.print_lines(lines, soft_wrap=width is not None)
    if shown.code:
        click.get_current_context().exit(shown.code)


def print_json(answer: object, **more: object) -> None:
    """Print an answer as it is, and what only a command knows: a path, or what it has written.

    A dataclass or a struct is an object, what yields values is a list of them, a time is in ISO
    8601, and what else JSON does not have is text.
    """
    import msgspec

    plain = msgspec.to_builtins(answer, str_keys=True, enc_hook=_plain)
    say_json(plain | more if more else plain, indent=1, default=str)


def _plain(value: object) -> object:
    return [*value] if isinstance(value, Iterable) else str(value)


def make_table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """Return a table that is as narrow as its cells; "#name" is the head of a column of numbers.

    A time is told to the minute, and None as "-". A cell with several lines of ours is a `Text`.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    for head in heads:
        name = Text("\n".join(show_lines(head.removeprefix("#"))))
        table.add_column(name, justify="right" if head.startswith("#") else "left", no_wrap=True)
    # The words at the end of a row are whole, on as many lines as that takes.
    table.columns[-1].no_wrap = table.columns[-1].justify == "right"

    def cell(value: object) -> str | Text:
        if isinstance(value, datetime):
            return f"{value:%Y-%m-%d %H:%M}"
        return value if isinstance(value, Text) else "-" if value is None else str(value)

    for row in rows:
        table.add_row(*map(cell, row))
    return table
