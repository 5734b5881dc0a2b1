"""The tokens of a course, as they are handed out once: a sheet to print, and a table.

Nobody but their owner can read the files, and no later command has what is in them.
"""

import io
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from arena.errors import UserError
from arena.terminal.output import write_csv
from ladder.course.applying import Issued
from ladder.people import Member
from ladder.private import write_private

_SHEET: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tokens</title><style>
body {{ font: 11pt sans-serif }}
section {{ border-top: 1px dashed; padding: 6mm 0; break-inside: avoid }}
code {{ font-size: 12pt }}
</style></head><body>
{}
</body></html>
"""
_PART: Final = (
    "<section><h2>{}</h2><p>{}</p><p>Key: <code>{}</code></p>"
    "<p>Token: <code>{}</code></p></section>"
)


def write_sheets(folder: Path, issued: Sequence[Issued]) -> Callable[[], object]:
    """Write the tokens as a sheet to print and as CSV; return what gives the files their names.

    Till then these end with `.partial`, as the tokens may still open nothing. UserError if there
    are tokens already: those are told nowhere else.
    """
    texts = {folder / "tokens.csv": make_table(issued), folder / "tokens.html": _sheet(issued)}
    partial = {file: file.with_name(f"{file.name}.partial") for file in texts}
    for file, text in texts.items():
        if file.exists():
            raise UserError(f"{file} has tokens that are told once; name another folder.")
        write_private(partial[file], text.encode())
    return lambda: [partial[file].replace(file) for file in texts]


def make_table(issued: Sequence[Issued]) -> str:
    """Return the tokens as CSV, a line for each member."""
    text = io.StringIO()
    rows = (
        (one.participant.key, one.participant.name, member.name, member.email, one.secret)
        for one in issued
        for member in one.participant.members or (Member(),)
    )
    write_csv(text, ("key", "name", "member", "email", "token"), rows)
    return text.getvalue()


def _sheet(issued: Sequence[Issued]) -> str:
    return _SHEET.format("\n".join(map(_part, issued)))


def _part(one: Issued) -> str:
    members = ", ".join(member.name for member in one.participant.members)
    return _PART.format(
        *map(escape, (one.participant.name, members, one.participant.key, one.secret))
    )
