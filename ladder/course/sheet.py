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
from ladder.machine.private import write_private
from ladder.settings.people import Member

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
    '<p>Token: <code class="digest">{}</code></p>'
    "<ol><li>Open {}</li><li>Log in with the token.</li>"
    "<li>Choose <em>Mine</em>, and there <em>Hand in a bot</em>.</li></ol></section>"
)
_SITE: Final = "the address that your organiser names."


def write_sheets(folder: Path, issued: Sequence[Issued], address: str = "") -> Callable[[], object]:
    """Write the tokens as a sheet to print and as CSV; return what gives the files their names.

    The sheet has the address of the site, if it is named. Till then these end with `.partial`, as
    the tokens may still open nothing. UserError if there are tokens already: those are told
    nowhere else.
    """
    texts = {
        folder / "tokens.csv": make_table(issued),
        folder / "tokens.html": _SHEET.format(make_parts(issued, address)),
    }
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


def make_parts(issued: Sequence[Issued], address: str) -> str:
    """Return by name, as HTML, what each author gets: its token, and three steps from there."""
    ordered = sorted(issued, key=lambda one: _name(one).casefold())
    return "\n".join(_part(one, address or _SITE) for one in ordered)


def _name(one: Issued) -> str:
    return one.participant.name or one.participant.key


def _part(one: Issued, address: str) -> str:
    others = [member.name for member in one.participant.members if member.name != _name(one)]
    told = (_name(one), ", ".join(others), one.participant.key, one.secret, address)
    return _PART.format(*map(escape, told))
