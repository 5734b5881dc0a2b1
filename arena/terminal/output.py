"""The output of programs. A stranger's text in it is only read, never obeyed.

Signs that the encoding does not have are written readably all the same.
"""

import codecs
import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TextIO

from arena.foreign_text import escape, show

_HANDLER: Final = "arena.readable"
# A spreadsheet takes such a cell for a formula, and hides a tab or a line end before one.
_FORMULA: Final = re.compile(r"\s*[=+\-@\t\r]")
# Signs that plain letters can stand for.
_PLAIN: Final = {
    "\N{PLUS-MINUS SIGN}": "+-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{NO-BREAK SPACE}": " ",
    # The spinner that moves during a wait.
    **{chr(number): "." for number in range(0x2800, 0x2900)},
}


def say(sentence: object, stream: TextIO | None = None) -> None:
    """Print one line, where no console is needed."""
    # Not with click's echo, which writes UTF-8 where there is only ASCII; and at once, for anyone
    # who reads it in a file while the command goes on.
    print(show(sentence), file=stream or sys.stdout, flush=True)


def say_json(
    value: object, *, indent: int | None = None, default: Callable[[Any], Any] | None = None
) -> None:
    """Print data for programs, as it is; no control character in it is printed as such."""
    print(json.dumps(value, indent=indent, default=default))  # noqa: T201 - for programs


def say_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table for programs."""
    write_csv(sys.stdout, columns, rows)


def write_csv(out: TextIO, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write CSV with a line of names; None is empty. No text has lines, or is a formula."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(map(_plain, row) for row in (columns, *rows))


def _plain(cell: object) -> object:
    """Return a text on one line, with a `'` before what would be a formula; a number as it is."""
    if not isinstance(cell, str):
        return cell
    return f"'{show(cell)}" if _FORMULA.match(cell) else show(cell)


def write_readably(*streams: TextIO | None) -> None:
    """Have streams write plain letters for signs that they cannot, and other letters as escapes.

    It is on from then on, for anyone who writes to them. Streams that are no encoded text stay so.
    """
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter) or escape(letter) for letter in letters), error.end


codecs.register_error(_HANDLER, _replace)
