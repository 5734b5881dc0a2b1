"""Output of commands: tables for people, and the same dataclasses as JSON for programs.

Every command has this, so what is heavy is loaded when something is printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.errors import UserError
from arena.terminal.advice import advise
from arena.terminal.output import say, say_json

if TYPE_CHECKING:
    from collections.abc import Collection
    from contextlib import AbstractContextManager

    from rich.table import Table
    from rich.text import Text

    from arena.terminal.console import PlainConsole
    from ladder.log.entries import LogEntry

# Text beyond 160 columns is wrapped.
_WIDEST: Final = 160


def print_json(answer: object, **more: object) -> None:
    """Print an answer as it is, and what only a command knows: a path, or what it has written.

    A dataclass or a struct is an object, a time is in ISO 8601, and what else JSON does not have is
    text.
    """
    import msgspec

    plain = msgspec.to_builtins(answer, str_keys=True, enc_hook=str)
    say_json(plain | more if more else plain, indent=1, default=str)


def print_entry(entry: LogEntry, *words: str, as_json: bool, **more: object) -> None:
    """Print what was decided, with a command that may be typed next; or all of it, as JSON."""
    import msgspec

    if as_json:
        print_json({"entry": entry.number, **msgspec.structs.asdict(entry.body), **more})
        return
    say(f"Entry {entry.number} of the log: {entry.body}.")
    say(advise(*words, program="ladder"))


def one_form(*, as_csv: bool, as_json: bool) -> None:
    """UserError if somebody wants two forms at once."""
    if as_csv and as_json:
        raise UserError("A table is printed as --csv or as --json, not as both.")


def make_console() -> PlainConsole:
    """Return a console for tables. None is squeezed into a window: that would break names."""
    from arena.terminal.console import PlainConsole

    return PlainConsole(soft_wrap=True, width=_WIDEST)


def make_table(*columns: str | Text, left: Collection[str] = ()) -> Table:
    """Return a table that is as narrow as its cells; these columns have words and no numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    for column in columns:
        table.add_column(column, justify="left" if str(column) in left else "right", no_wrap=True)
    return table


def working(what: str) -> AbstractContextManager[object]:
    """Show on a terminal what takes a while, as long as it does; on stderr, so never in JSON."""
    from arena.terminal.console import PlainConsole

    return PlainConsole(stderr=True).status(f"{what} ...")
