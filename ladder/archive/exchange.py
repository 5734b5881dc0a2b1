"""Export and import: the whole public log in one file, with the records of all matches.

It is a zip archive: `log.jsonl`, an entry a line; `records/N.arena`, the record of match N; and, if
that was asked for, `submissions/DIGEST.tar.gz`. All but the last is meant to be published: the
plans in it have the seeds of matches that are over.
"""

import os
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, TypeAlias

from arena.boxes.host.leftovers import runtime_folder
from arena.errors import HostFailure, UserError, saying_why
from ladder.log.entries import Entered, LogEntry, Played
from ladder.log.file import read_log, write_log
from ladder.log.proof import Proofs
from ladder.log.rulebook import LogState
from ladder.store.database import StoreFailure, require_no_database
from ladder.store.opening import fill_store
from ladder.store.reader import Reader
from ladder.submissions.files import SubmissionCache

LOG: Final = "log.jsonl"
# Bounds that no ladder comes near: a stranger's file may not fill the memory.
_MOST_LINE: Final = 1024**2
_MOST_FILE: Final = 64 * 1024**2
# By how they begin, files that are taken for an export.
_NO_TEXT: Final = {
    b"SQ": "a ladder, and not an export of one; `ladder export FILE` writes one.",
    b"\x1f\x8b": "a backup, and not an export; `ladder restore FILE` makes a ladder of it.",
    b"PK": "not whole, or damaged; export it again, or fetch it again.",
}
_UNKNOWN: Final = "no export; `ladder export FILE` writes one."
# How the last bytes of an archive begin, and how many they are.
_END, _END_BYTES = b"PK\5\6", 22
# Errors of zipfile for a file that is no zip, or none that it can read.
_DAMAGES: Final = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)

# An entry of the log, and of a match's result its record.
Proved: TypeAlias = tuple[LogEntry, bytes | None]
Watch: TypeAlias = Callable[[Iterable[Proved]], Iterable[Proved]]


def write_export(store: Reader, file: Path, *, submissions: bool) -> "Checked":
    """Write all of it; return what is in it.

    The file is there whole or not at all, and only if it can be imported: all of it is checked.
    UserError if it cannot be written there, StoreFailure if the ladder is damaged.
    """
    if not file.name or file.is_dir():
        raise UserError(f"{file} is a folder; an export is a file, say {file / 'ladder.zip'}.")
    require_no_database(file)
    # Another program may write the same file.
    partial = file.with_name(f"{file.name}.{os.urandom(4).hex()}.partial")
    last, digest = store.head()
    try:
        with saying_why(f"{file} cannot be written"):
            with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
                _write_all(store, last, archive, submissions=submissions)
            checked = _check_own(partial)
            if checked.state.digest != digest:
                raise StoreFailure(
                    f"the ladder's database is damaged, so no export was written; its log has to"
                    f" end with entry {last}, {digest}, and does not. Take its last copy, or an"
                    " export"
                )
            partial.replace(file)
    finally:
        # If nothing can be written, nothing is to be removed.
        with suppress(OSError):
            partial.unlink()
    return checked


def import_export(place: str, file: Path, watch: Watch = lambda proved: proved) -> "Checked":
    """Make a ladder of an export; return what is in it. `watch` sees the entries go by.

    Everything is checked as it comes. UserError at the first thing that does not fit: then no
    ladder is made.
    """
    checked = Checked()
    with opened(file) as export, runtime_folder() as scratch:
        fill_store(place, watch(export.proved(checked)), export.submissions(checked, scratch))
    return checked


def _check_own(file: Path) -> "Checked":
    try:
        with opened(file) as export, runtime_folder() as scratch:
            return export.check(scratch)
    except UserError as mistake:
        raise StoreFailure(
            f"the ladder's database is damaged, so no export was written; {mistake} Take its last"
            " copy, or an export"
        ) from mistake


def _write_all(store: Reader, last: int, archive: zipfile.ZipFile, *, submissions: bool) -> None:
    """Write what there is up to an entry: a season may go on meanwhile, and bots may come in."""
    matches, digests = set(), set()
    with archive.open(LOG, "w", force_zip64=True) as log:
        for entry in store.entries(last=last):
            log.write(b"".join(write_log([entry])))
            match entry.body:
                case Played(match=match):
                    matches.add(match)
                case Entered(digest=digest):
                    digests.add(digest)
    for match, content in store.records():
        if match in matches:
            archive.writestr(_record_name(match), content)
    for digest in sorted(digests) if submissions else ():
        if (files := store.submission(digest)) is not None:
            archive.writestr(_submission_name(digest), files)


def read_exported_log(file: Path) -> list[LogEntry]:
    """Return the log of an export, or of its `log.jsonl` alone; UserError if it does not fit."""
    if file.is_dir():
        raise UserError(f"{file} is a folder; expected an export, or its {LOG}.")
    _require_file(file)
    if not zipfile.is_zipfile(file):
        with saying_why(f"{file} cannot be read"), file.open("rb") as lines:
            if lines.peek(1)[:2] in _NO_TEXT:
                raise _no_export(file)
            return list(_whole(read_log(_lines(lines)), file))
    with opened(file) as archive:
        return list(archive.entries())


@dataclass(slots=True)
class Checked:
    """An export that was checked, and what is in it."""

    state: LogState = field(default_factory=LogState)
    """The state of its log."""
    boxes: Counter[str] = field(default_factory=Counter)
    """The number of matches played in each kind of box."""
    submissions: int = 0
    """The number of submissions with their files in it."""


class Export:
    """An export that is open, and not believed."""

    def __init__(self, archive: zipfile.ZipFile, file: Path) -> None:
        self._archive = archive
        self._file = file

    def entries(self, state: LogState | None = None) -> Iterator[LogEntry]:
        """Yield the log; UserError at the first entry that does not fit."""
        with self._reading(LOG), self._archive.open(LOG) as lines:
            yield from _whole(read_log(_lines(lines), state), self._file)

    def check(self, scratch: Path, see: Callable[[LogEntry], None] = lambda _: None) -> Checked:
        """Check all of it, entry by entry; UserError at the first thing that does not fit."""
        checked = Checked()
        for entry, _ in self.proved(checked):
            see(entry)
        checked.submissions = sum(1 for _ in self.submissions(checked, scratch))
        return checked

    def submissions(self, checked: Checked, scratch: Path) -> Iterator[tuple[str, bytes]]:
        """Yield those submissions that were exported; UserError if one is not what came in.

        Nothing is looked at before the first is wanted.
        """
        for digest in sorted(checked.state.roster.by_digest):
            content = self.submission(digest, scratch)
            if content is not None:
                yield digest, content

    def proved(self, checked: Checked) -> Iterator[Proved]:
        """Yield the log with the record of each match, which leads to what the log says of it."""
        proofs = Proofs()
        for entry in self.entries(checked.state):
            proofs.add(entry)
            if not isinstance(entry.body, Played):
                yield entry, None
                continue
            name = _record_name(entry.body.match)
            content = self._read(name)
            proofs.check(entry.body, content, name)
            checked.boxes[entry.body.box] += 1
            yield entry, content
        self._require_names(checked.state)

    def _require_names(self, state: LogState) -> None:
        """UserError if there is a file that the log does not speak of."""
        known = {LOG, *map(_record_name, state.matches.played)}
        known.update(map(_submission_name, state.roster.by_digest))
        strange = [name for name in self._archive.namelist() if name not in known]
        if strange:
            raise UserError(f"{self._file} has {strange[0]!r}, of which its log says nothing.")

    def submission(self, digest: str, scratch: Path) -> bytes | None:
        """Return a submission; None if it was not exported, UserError if it is not what it was."""
        name = _submission_name(digest)
        if name not in self._archive.namelist():
            return None
        content = self._read(name)
        try:
            with SubmissionCache(lambda _: content, scratch) as cache:
                cache.bot(digest)
        except (UserError, HostFailure) as error:
            raise UserError(f"{name} is not the submission that came in.") from error
        return content

    def _read(self, name: str) -> bytes:
        with self._reading(name), self._archive.open(name) as file:
            content = file.read(_MOST_FILE + 1)
        if len(content) > _MOST_FILE:
            raise UserError(f"{name} is over {_MOST_FILE >> 20} MiB; no file of an export is.")
        return content

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        try:
            yield
        except KeyError as error:
            raise UserError(f"{self._file} has no {name}, as an export of it has.") from error
        except _DAMAGES as error:
            raise UserError(f"{name} in {self._file} is damaged; export it again.") from error


@contextmanager
def opened(file: Path) -> Iterator[Export]:
    """Open an export; UserError if it is none."""
    _require_file(file)
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGES as error:
        raise _no_export(file) from error
    with archive:
        if fault := _fault_in_archive(archive, file):
            raise UserError(f"{file} {fault}; `ladder export FILE` writes one.")
        yield Export(archive, file)


def _fault_in_archive(archive: zipfile.ZipFile, file: Path) -> str:
    """Say where other programs might find something else in an archive than we do."""
    names = archive.namelist()
    twice = next((name for name, number in Counter(names).items() if number > 1), None)
    if twice is not None:
        return f"has {twice!r} more than once"
    # An archive may stand behind other bytes, and have some after its end.
    if min((one.header_offset for one in archive.infolist()), default=0):
        return "has something before the archive"
    with file.open("rb") as content:
        content.seek(-_END_BYTES, os.SEEK_END)
        ends = content.read(len(_END))
    return "" if ends == _END and not archive.comment else "has something after the archive"


def _require_file(file: Path) -> None:
    """UserError for what might have us wait for ever."""
    if file.exists() and not file.is_file():
        raise UserError(f"{file} is no export; `ladder export FILE` writes one.")


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(_MOST_LINE):
        yield line


def _no_export(file: Path) -> UserError:
    """Say what a file is, if it is known, and what would have been right."""
    begin = b""
    with suppress(OSError), file.open("rb") as content:
        begin = content.read(2)
    return UserError(f"{file} is {_NO_TEXT.get(begin, _UNKNOWN)}")


def _whole(entries: Iterator[LogEntry], file: Path) -> Iterator[LogEntry]:
    found = False
    for entry in entries:
        found = True
        yield entry
    if not found:
        raise UserError(f"{file} has no entries; a log has at least the one that opens it.")


def _record_name(match: int) -> str:
    return f"records/{match}.arena"


def _submission_name(digest: str) -> str:
    return f"submissions/{digest}.tar.gz"
