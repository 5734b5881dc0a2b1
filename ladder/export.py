"""An export: the whole public log in one file, with the records of all matches.

It is a zip archive: `log.jsonl`, an entry a line; `records/N.arena`, the record of match N; and, if
that was asked for, `submissions/DIGEST.tar.gz`. All but the last is meant to be published: the
plans in it have the seeds of matches that are over.
"""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from arena.match.record import digest_of, unpack_record
from arena.match.replay import verify
from arena.mistake import Mistake
from ladder.log import Entry, Played, read_log, write_log
from ladder.outcome import conclude
from ladder.store.store import Store

LOG: Final = "log.jsonl"
# What nobody's ladder comes near: a stranger's file may not fill the memory.
_MOST_LINE: Final = 1024**2
_MOST_FILE: Final = 64 * 1024**2


def write_export(store: Store, file: Path, *, submissions: bool) -> int:
    """Write all of it; return how many entries. The file is there whole or not at all."""
    partial = file.with_name(f"{file.name}.partial")
    count = 0
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(LOG, "w", force_zip64=True) as log:
            for line in write_log(store.entries()):
                log.write(line)
                count += 1
        for match, content in store.records():
            archive.writestr(_record_name(match), content)
        for digest in store.digests() if submissions else ():
            archive.writestr(_submission_name(digest), store.submission(digest) or b"")
    partial.replace(file)
    return count


def read_exported_log(file: Path) -> list[Entry]:
    """Return the log of an export, or of its `log.jsonl` alone; Mistake if it does not fit."""
    if not zipfile.is_zipfile(file):
        try:
            with file.open("rb") as lines:
                return _whole(read_log(_lines(lines)), file)
        except OSError as error:
            raise Mistake(f"{file} cannot be read: {error.strerror}.") from error
    with opened(file) as archive:
        return archive.log()


class Export:
    """An export that is open, and not believed."""

    def __init__(self, archive: zipfile.ZipFile, file: Path) -> None:
        self._archive = archive
        self._file = file

    def log(self) -> list[Entry]:
        """Return the log; Mistake at the first entry whose digest does not fit."""
        with self._reading(LOG), self._archive.open(LOG) as lines:
            return _whole(read_log(_lines(lines)), self._file)

    def record(self, played: Played) -> bytes:
        """Return the record of a match; Mistake if it does not lead to what the log says."""
        name = _record_name(played.match)
        content = self._read(name)
        record = unpack_record(content, name)
        if digest_of(content) != played.record:
            raise Mistake(f"{name} is not the record of which the log has the digest.")
        try:
            verify(record)
        except Mistake as difference:
            raise Mistake(f"{name} cannot be played again: {difference}") from difference
        if conclude(played.match, record, played.record) != played:
            raise Mistake(f"{name} does not lead to what the log says of match {played.match}.")
        return content

    def submission(self, digest: str) -> bytes | None:
        """Return a submission; None if it was not exported."""
        name = _submission_name(digest)
        return self._read(name) if name in self._archive.namelist() else None

    def _read(self, name: str) -> bytes:
        with self._reading(name), self._archive.open(name) as file:
            content = file.read(_MOST_FILE + 1)
        if len(content) > _MOST_FILE:
            raise Mistake(f"{name} is over {_MOST_FILE >> 20} MiB; no file of an export is.")
        return content

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        try:
            yield
        except KeyError as error:
            raise Mistake(f"{self._file} has no {name}, as an export of it has.") from error
        except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError) as error:
            raise Mistake(f"{name} in {self._file} is damaged; export it again.") from error


@contextmanager
def opened(file: Path) -> Iterator[Export]:
    """Open an export; Mistake if it is none."""
    try:
        archive = zipfile.ZipFile(file)
    except (OSError, zipfile.BadZipFile) as error:
        raise Mistake(f"{file} is no export; `ladder export FILE` writes one.") from error
    with archive:
        yield Export(archive, file)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(_MOST_LINE):
        yield line


def _whole(entries: Iterator[Entry], file: Path) -> list[Entry]:
    found = list(entries)
    if not found:
        raise Mistake(f"{file} has no entries; a log has at least the one that opens it.")
    return found


def _record_name(match: int) -> str:
    return f"records/{match}.arena"


def _submission_name(digest: str) -> str:
    return f"submissions/{digest}.tar.gz"
