"""`ladder verify`: whether an export proves what it says, and goes on from an earlier one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from arena.boxes.leftovers import runtime_folder
from arena.errors import UserError
from arena.terminal.advice import advise
from arena.terminal.output import say
from ladder.cli.output import print_json, working
from ladder.exchange import Checked, ExportSummary, opened, read_exported_log
from ladder.log import LogEntry
from ladder.queries.wording import plural

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


def verify_export(file: Path, earlier: str | None, *, as_json: bool) -> None:
    """Check all of it, and say what is in it. UserError at the first thing that does not fit."""
    extended = None if earlier is None else _Extended(earlier)
    with opened(file) as export, runtime_folder() as scratch, working("checking"):
        checked = export.check(scratch, extended.look_at if extended else lambda _: None)
    number = extended.require(file, checked) if extended else None
    if as_json:
        print_json(checked.summary(), file=str(file), extends=number)
        return
    for line in _sentences(checked.summary()):
        say(line)
    if number is not None:
        say(f"It goes on from entry {number}, which has the digest that was asked for.")
    say(advise("rate", file, program="ladder"))


class _Extended:
    """An earlier export, or the last digest of one, and whether it is found in this one."""

    def __init__(self, text: str) -> None:
        self.digest, self._last = _find_digest(text), 0
        if not self.digest:
            last = read_exported_log(Path(text))[-1]
            self.digest, self._last = last.digest, last.number
        self._number: int | None = None

    def look_at(self, entry: LogEntry) -> None:
        if entry.digest == self.digest:
            self._number = entry.number

    def require(self, file: Path, checked: Checked) -> int:
        """Return after which entry it goes on; UserError if it does not."""
        if self._number is not None:
            return self._number
        if self._last > checked.state.number:
            why = f"it has {checked.state.number} entries, and that one {self._last}"
        elif self._last:
            why = f"entry {self._last}, the last of that one, is another here"
        else:
            why = f"none of its entries has the digest {self.digest}"
        raise UserError(f"{file} fits together, but does not go on from the earlier export: {why}.")


def _find_digest(text: str) -> str:
    """Return a digest as it is in a log; empty if the text is the name of a file."""
    if _DIGEST.fullmatch(text.lower()):
        return text.lower()
    if not Path(text).exists():
        raise UserError(f"{text!r} is neither an export nor a digest of 64 hexadecimal figures.")
    return ""


def _sentences(found: ExportSummary) -> Iterator[str]:
    entries = plural(found.entries, "entry", "entries")
    matches = plural(found.planned, "match", "matches")
    yield f"All fits together: {entries}, the last digest is"
    yield found.digest
    yield (
        f"{matches} planned: {found.played} played, {found.cancelled} cancelled,"
        f" {len(found.open)} not over."
    )
    yield f"{plural(found.voids, 'time')} a match was void or stopped, and dealt anew."
    yield f"{plural(found.played, 'record')} played again: all with the luck that was planned."
    if found.boxes:
        boxes = ", ".join(f"{box} {count}" for box, count in sorted(found.boxes.items()))
        yield f"Where the bots ran, by matches: {boxes}."
