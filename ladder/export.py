"""An export: the whole public log in one file, with the records of all matches.

It is a zip archive: `log.jsonl`, an entry a line; `records/N.arena`, the record of match N; and, if
that was asked for, `submissions/DIGEST.tar.gz`. All but the last is meant to be published: the
plans in it have the seeds of matches that are over.
"""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from arena.match.record import digest_of, unpack_record
from arena.match.replay import verify
from arena.match.verdict import HostFailure
from arena.mistake import Mistake
from ladder.log import Entry, Played
from ladder.log_file import read_log, write_log
from ladder.outcome import conclude
from ladder.shelf import Shelf
from ladder.store.store import Store

LOG: Final = "log.jsonl"
# What nobody's ladder comes near: a stranger's file may not fill the memory.
_MOST_LINE: Final = 1024**2
_MOST_FILE: Final = 64 * 1024**2
# What zipfile raises at what is no zip, or none that it can read.
_DAMAGES: Final = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)


def write_export(store: Store, file: Path, *, submissions: bool) -> tuple[int, str]:
    """Write all of it; return how many entries, and the last digest.

    The file is there whole or not at all. Mistake if it cannot be written there.
    """
    if not file.name or file.is_dir():
        raise Mistake(f"{file} is a folder; an export is a file, say {file / 'ladder.zip'}.")
    partial = file.with_name(f"{file.name}.partial")
    last, digest = store.head()
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            _write_all(store, last, archive, submissions=submissions)
        partial.replace(file)
    except OSError as error:
        raise Mistake(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        _remove(partial)
    return last, digest


def _write_all(store: Store, last: int, archive: zipfile.ZipFile, *, submissions: bool) -> None:
    matches = set()
    with archive.open(LOG, "w", force_zip64=True) as log:
        for entry in store.entries(last=last):
            log.write(b"".join(write_log([entry])))
            if isinstance(entry.body, Played):
                matches.add(entry.body.match)
    for match, content in store.records():
        # A season may have gone on meanwhile.
        if match in matches:
            archive.writestr(_record_name(match), content)
    for digest in store.digests() if submissions else ():
        archive.writestr(_submission_name(digest), store.submission(digest) or b"")


def _remove(path: Path) -> None:
    # Where nothing can be written, nothing is to be removed.
    with suppress(OSError):
        path.unlink()


def read_exported_log(file: Path) -> list[Entry]:
    """Return the log of an export, or of its `log.jsonl` alone; Mistake if it does not fit."""
    if file.is_dir():
        raise Mistake(f"{file} is a folder; right is an export, or its {LOG}.")
    _require_file(file)
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
        if len(record.games) != record.plan.games:
            raise Mistake(f"{name} has not all of the {record.plan.games} games of its plan.")
        if len({game.attempt for game in record.games}) > 1:
            raise Mistake(f"{name} has games of several attempts; a match is played in one.")
        if conclude(played.match, played.season, record, played.record) != played:
            raise Mistake(f"{name} does not lead to what the log says of match {played.match}.")
        return content

    def submission(self, digest: str, scratch: Path) -> bytes | None:
        """Return a submission; None if it was not exported, Mistake if it is not what it was."""
        name = _submission_name(digest)
        if name not in self._archive.namelist():
            return None
        content = self._read(name)
        try:
            with Shelf(lambda _: content, scratch) as shelf:
                shelf.entrant(digest)
        except (Mistake, HostFailure) as error:
            raise Mistake(f"{name} is not the submission that came in.") from error
        return content

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
        except _DAMAGES as error:
            raise Mistake(f"{name} in {self._file} is damaged; export it again.") from error


@contextmanager
def opened(file: Path) -> Iterator[Export]:
    """Open an export; Mistake if it is none."""
    _require_file(file)
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGES as error:
        raise Mistake(f"{file} is no export; `ladder export FILE` writes one.") from error
    with archive:
        yield Export(archive, file)


def _require_file(file: Path) -> None:
    """Mistake for what might have us wait for ever."""
    if file.exists() and not file.is_file():
        raise Mistake(f"{file} is no export; `ladder export FILE` writes one.")


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
