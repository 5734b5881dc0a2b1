"""Where output goes: signs that its encoding does not have are written readably all the same."""

import codecs
import io
from typing import Final, TextIO

_HANDLER: Final = "arena.readable"
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
    # What moves while one waits.
    **{chr(number): "." for number in range(0x2800, 0x2900)},
}


def write_readably(*streams: TextIO | None) -> None:
    """Have streams write plain letters for signs that they cannot, and other letters as escapes.

    It is on from then on, for whoever writes to them. Streams that are no encoded text stay so.
    """
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter) or _escape(letter) for letter in letters), error.end


def _escape(letter: str) -> str:
    return letter.encode("ascii", "backslashreplace").decode()


codecs.register_error(_HANDLER, _replace)
