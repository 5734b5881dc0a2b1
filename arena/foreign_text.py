"""Text that is not ours, made safe to show: names, reasons, paths, arguments, logs.

It is made safe where it is shown, and nowhere before: a record, and output as JSON, have it as it
came. Safe text steers no terminal, forges no line, and hides nothing: every letter that is not
simply seen where it stands is written as an escape, as Python writes it.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

# Letters of scripts that run from right to left, and their digits: a terminal that knows of them
# moves what stands beside them, as it does for the signs that ask for it.
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
# Letters by name, and yet nothing is seen of them. Others of the kind are not printable at all.
_UNSEEN: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159),
            *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
        ),
    )
)
# This many marks stand on a letter in any language; more of them grow into the lines around.
_MOST_MARKS: Final = 2
_MOST_QUOTED: Final = 60


def show(text: object, most: int | None = None) -> str:
    """Return a text on one line, of at most this many letters; a longer one ends in three dots."""
    shown = str(text)
    if not (shown.isascii() and shown.isprintable()):
        shown = "".join(_letters(shown))
    if most is not None and len(shown) > most:
        return f"{shown[: most - 3]}..."
    return shown


def show_lines(text: str) -> list[str]:
    """Return a text that may have several lines, as a log has; without the one that is empty."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
    return [show(line.expandtabs()) for line in lines]


def quote(name: str) -> str:
    """Return a name as a sentence has it: in quotes, and not too long."""
    return repr(name if len(name) <= _MOST_QUOTED else f"{name[:_MOST_QUOTED]}...")


def escape(letter: str) -> str:
    """Return a letter as it is written in Python where there is only ASCII."""
    return ascii(letter)[1:-1]


def _letters(text: str) -> Iterator[str]:
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        seen = (
            letter.isprintable()
            and letter not in _UNSEEN
            and unicodedata.bidirectional(letter) not in _RIGHT_TO_LEFT
            and marks <= _MOST_MARKS
        )
        yield letter if seen else escape(letter)
