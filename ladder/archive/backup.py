"""A backup: the whole ladder in one file, secrets and all, to go on from.

It is a ladder's SQLite file, compressed by gzip, whatever kind of database the ladder is in: so
`gunzip` makes a ladder of it, without this program. gzip's checksum (CRC-32) tells a file that was
cut off or changed.
"""

import gzip
import os
import shutil
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.errors import UserError, saying_why
from ladder.machine.private import make_private
from ladder.store.copying import Copied, Watch, copy_ladder, expecting_tables
from ladder.store.opening import open_store

_GZIP: Final = b"\x1f\x8b"
_SQLITE: Final = b"SQLite format 3\0"
# By how they begin, files that are taken for a backup.
_OTHERS: Final = {
    b"PK": "an export; `ladder import` makes a ladder of it.",
    b"SQ": "a ladder, and not a backup of one; `ladder backup` writes one.",
}
_UNKNOWN: Final = "no backup; `ladder backup` writes one."
# No ladder comes near this: most of it is packed within. As many times its file, or as many bytes.
_MOST_TIMES: Final = 100
_ALWAYS: Final = 64 * 1024**2
_PIECE: Final = 1024**2
_DAMAGES: Final = (gzip.BadGzipFile, EOFError, zlib.error)


def write_backup(place: str, file: Path, watch: Watch) -> Copied:
    """Write a backup of a ladder, which may be played meanwhile, and read it again.

    The file is there whole or not at all, only its owner may read it, and it takes the place of
    nothing but an earlier backup. UserError if it cannot be written there.
    """
    _require_free(file)
    with (
        saying_why(f"{file} cannot be written"),
        TemporaryDirectory(prefix=f"{file.name}.", dir=file.parent) as folder,
    ):
        database, partial = Path(folder, "ladder.db"), Path(folder, "backup")
        copied = copy_ladder(place, str(database), watch)
        _compress(database, partial)
        with _content(partial) as content:
            # So nothing is written that could not be restored.
            deque(_pieces(content, partial), maxlen=0)
        partial.replace(file)
    return copied


def restore_backup(file: Path, place: str, watch: Watch) -> Copied:
    """Make a ladder of a backup, as it was when that was written.

    UserError if it is none, was cut off or changed, or if there is something in its place already:
    then nothing is made.
    """
    with TemporaryDirectory(prefix="ladder-restore-") as folder:
        database = Path(folder, "ladder.db")
        _unpack(file, database)
        with expecting_tables(database, file):
            try:
                # Also brings one that an older version has made up to date.
                open_store(str(database)).close()
            except UserError as mistake:
                raise UserError(f"{file} cannot be restored. {mistake}") from mistake
            return copy_ladder(str(database), place, watch)


def _require_free(file: Path) -> None:
    if not file.name or file.is_dir():
        raise UserError(f"{file} is a folder; a backup is a file, say {file / 'ladder.backup'}.")
    if file.exists() and not (file.is_file() and _begin_of(file) == _GZIP):
        raise UserError(f"{file} is there and is no backup; name another file.")


def _begin_of(file: Path) -> bytes:
    with saying_why(f"{file} cannot be read"), file.open("rb") as content:
        return content.read(2)


def _compress(database: Path, file: Path) -> None:
    # The files within are compressed already.
    with os.fdopen(make_private(file), "wb") as raw:
        with database.open("rb") as content, gzip.open(raw, "wb", compresslevel=3) as packed:
            shutil.copyfileobj(content, packed)
        raw.flush()
        os.fsync(raw.fileno())


def _unpack(file: Path, database: Path) -> None:
    if file.exists() and not file.is_file():
        raise UserError(f"{file} is {_UNKNOWN}")
    begin = _begin_of(file)
    if begin != _GZIP:
        raise UserError(f"{file} is {_OTHERS.get(begin, _UNKNOWN)}")
    with _content(file) as content:
        if content.read(len(_SQLITE)) != _SQLITE:
            raise UserError(f"{file} is {_UNKNOWN}")
        content.seek(0)
        try:
            with database.open("wb") as unpacked:
                unpacked.writelines(_pieces(content, file))
        except OSError as error:
            if isinstance(error, _DAMAGES):
                raise
            raise UserError(
                f"{file} cannot be unpacked in {database.parent.parent}: {error.strerror}; TMPDIR"
                " names another folder."
            ) from error


def _pieces(content: gzip.GzipFile, file: Path) -> Iterator[bytes]:
    """Yield all that is in a backup; UserError if that is more than a ladder has."""
    left = max(_ALWAYS, _MOST_TIMES * file.stat().st_size)
    while piece := content.read(_PIECE):
        left -= len(piece)
        if left < 0:
            raise UserError(
                f"{file} is {_UNKNOWN} It unpacks to more than {_MOST_TIMES} times its size."
            )
        yield piece


@contextmanager
def _content(file: Path) -> Iterator[gzip.GzipFile]:
    """Give what is in a backup; UserError if it is cut off or damaged."""
    try:
        with closing(gzip.open(file)) as content:
            yield content
    except _DAMAGES as error:
        raise UserError(f"{file} is cut off or damaged; take another copy of it.") from error
