"""Output of commands: a command returns what it shows, and one printer prints it.

For people that is sentences and tables, for programs the same dataclasses as JSON, or CSV. Every
command has this, so what is heavy is loaded when something is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from arena.errors import UserError
from arena.foreign_text import show_lines
from arena.terminal.advice import advise
from arena.terminal.options import as_json as having_json
from arena.terminal.output import say_csv, say_json
from ladder.cli.options import at_ladder
from ladder.machine.clock import describe_time

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from rich.table import Table
    from rich.text import Text

    from arena.terminal.console import PlainConsole
    from ladder.log.entries import LogEntry

# Text beyond 160 columns is wrapped.
_WIDEST: Final = 160


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a command shows."""

    answer: object
    """JSON of it is for programs; a text is JSON already."""
    lines: Iterable[str | Text | Table]
    """For people, with a `Text` or a table where more than a sentence is ours."""
    advice: Sequence[object]
    """Words of a command of `ladder` that may be typed next; a text is a line already."""
    more: Mapping[str, object] = field(default_factory=dict)
    """Beside the answer in JSON, as only the command knows it."""
    csv: tuple[Sequence[str], Iterable[Sequence[object]]] = ((), ())
    """Names of columns, and rows, of a command with `--csv`."""
    code: int = 0
    """Exit code of the command."""


def showing(wait: str = "") -> Callable[[Callable[..., Shown]], Callable[..., None]]:
    """Return the decorator of a command of one ladder, which gets that first.

    `wait` is what a terminal shows as long as the answer takes.
    """

    def decorate(command: Callable[..., Shown]) -> Callable[..., None]:
        @at_ladder
        @having_json
        @wraps(command)
        def run(*, place: str, as_json: bool, as_csv: bool = False, **asked: Any) -> None:
            from ladder.store.opening import open_store

            one_form(as_csv=as_csv, as_json=as_json)
            with open_store(place) as store, working(wait) if wait else nullcontext():
                shown = command(store, **asked)
            print_shown(shown, as_json=as_json, as_csv=as_csv)

        return run

    return decorate


def print_shown(shown: Shown, *, as_json: bool, as_csv: bool = False) -> None:
    """Print what a command shows in one form, and end the command with its exit code."""
    if as_csv:
        say_csv(*shown.csv)
    elif as_json and isinstance(shown.answer, str):
        sys.stdout.write(shown.answer)
    elif as_json:
        print_json(shown.answer, **shown.more)
    else:
        console, words = make_console(), shown.advice
        advice = words if isinstance(words, str) else advise(*words, program="ladder")
        for line in (*shown.lines, advice):
            console.print(line)
    if shown.code:
        click.get_current_context().exit(shown.code)


def decided(entry: LogEntry, *advice: object, also: Sequence[str] = (), **more: object) -> Shown:
    """Return what a command shows that has decided something: its entry of the log."""
    import msgspec

    answer = {"entry": entry.number, **msgspec.structs.asdict(entry.body), **more}
    return Shown(answer, [f"Entry {entry.number} of the log: {entry.body}.", *also], advice)


def print_json(answer: object, **more: object) -> None:
    """Print an answer as it is, and what only a command knows: a path, or what it has written.

    A dataclass or a struct is an object, a time is in ISO 8601, and what else JSON does not have is
    text.
    """
    import msgspec

    plain = msgspec.to_builtins(answer, str_keys=True, enc_hook=str)
    say_json(plain | more if more else plain, indent=1, default=str)


def one_form(*, as_csv: bool, as_json: bool) -> None:
    """UserError if somebody wants two forms at once."""
    if as_csv and as_json:
        raise UserError("A table is printed as --csv or as --json, not as both.")


def make_console() -> PlainConsole:
    """Return a console for tables. None is squeezed into a window: that would break names."""
    from arena.terminal.console import PlainConsole

    return PlainConsole(soft_wrap=True, width=_WIDEST)


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
            return describe_time(value).removesuffix(" UTC")
        return value if isinstance(value, Text) else "-" if value is None else str(value)

    for row in rows:
        table.add_row(*map(cell, row))
    return table


def working(what: str) -> AbstractContextManager[object]:
    """Show on a terminal what takes a while, as long as it does; on stderr, so never in JSON."""
    from arena.terminal.console import PlainConsole

    return PlainConsole(stderr=True).status(f"{what} ...")
