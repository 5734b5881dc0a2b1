"""A log as a file, an entry a line, as it is published; and not believed when it comes back.

Every line has to be as it was written, and what it says has to be possible after those before it. A
log alone cannot show that entries are missing at its end, or that somebody has made up all of it:
the last digest then differs from the one that was published.
"""

from collections.abc import Iterable, Iterator

import msgspec

from arena.errors import UserError
from ladder.log.entries import FORMAT, FORMATS, LogEntry, digest_after, read_entry, write_entry
from ladder.log.rulebook import LogState, find_fault


def write_log(entries: Iterable[LogEntry]) -> Iterator[bytes]:
    """Yield the lines of an exported log."""
    for entry in entries:
        yield write_entry(entry) + b"\n"


def read_log(lines: Iterable[bytes], state: LogState | None = None) -> Iterator[LogEntry]:
    """Yield the entries of an exported log; UserError at the first that does not fit.

    `state`, that of an empty log, is kept in step with what is yielded.
    """
    state = state or LogState()
    for number, line in enumerate(lines, start=1):
        entry = _read_line(number, line)
        if digest_after(state.digest, entry) != entry.digest:
            raise UserError(
                f"Entry {number} of the log has been changed, or one before it: its digest does"
                " not fit."
            )
        fault = find_fault(state, entry, state.rules.format if state.rules else FORMAT)
        if fault:
            raise UserError(f"Entry {number} of the log cannot be so: {fault}.")
        state.add(entry)
        yield entry


def _read_line(number: int, line: bytes) -> LogEntry:
    try:
        entry = read_entry(line)
    except (ValueError, RecursionError) as error:
        if number == 1:
            _check_format(line)
        raise UserError(f"Line {number} of the log is no entry: {error}.") from error
    if entry.number != number:
        raise UserError(
            f"Line {number} of the log is entry {entry.number}; one is missing, or moved."
        )
    if write_entry(entry) + b"\n" != line:
        raise UserError(f"Line {number} of the log is not as it was written, or not whole.")
    return entry


class _Opening(msgspec.Struct, frozen=True, tag_field="kind", tag="opened"):
    """The first entry of a log of any format."""

    divisions: msgspec.Raw = msgspec.Raw()
    # The writer of the first format did not name it.
    format: int = 1


class _FirstLine(msgspec.Struct, frozen=True):
    body: _Opening


def _check_format(line: bytes) -> None:
    """UserError if this opens a log of another format than ours."""
    try:
        opening = msgspec.json.decode(line, type=_FirstLine).body
    except (ValueError, RecursionError):
        return
    if opening.format not in FORMATS:
        raise UserError(
            f"The log is of format {opening.format}, and this version of the program reads formats"
            f" {FORMATS[0]} to {FORMAT}; take the version that has written it."
        )
