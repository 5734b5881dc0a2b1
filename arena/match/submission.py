"""A stranger's submission, a folder or an archive, opened safely.

Nothing that an archive says of itself is believed: a name is checked before anything is made of it,
and bytes are counted as they come out. What breaks a limit is a Mistake; nothing is written outside
a temporary folder, and that one is removed however it ends.
"""

import io
import os
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final, TypeVar
from unicodedata import normalize

from arena.match.entrant import IGNORED
from arena.match.verdict import HostFailure
from arena.mistake import Mistake

_MB: Final = 1024**2
MAX_FILES: Final = 1000  # and as many folders
MAX_BYTES: Final = 32 * _MB
MAX_FILE_BYTES: Final = 16 * _MB
MAX_DEPTH: Final = 16
MAX_NAME_BYTES: Final = 100
# Of an archive as it lies there, and of a tar unpacked, with its headers and all that is ignored.
MAX_ARCHIVE_BYTES: Final = 64 * _MB
# Of a zip's list of its entries, and of one long name in a tar.
_LIST_BYTES: Final = 4 * _MB
_LONG_NAME_BYTES: Final = 64 * 1024
_CHUNK: Final = 64 * 1024

# With what macOS packs unasked, beside names that begin with "._".
_IGNORED_PACKED: Final = IGNORED | {"__MACOSX", ".DS_Store"}
_ENCRYPTED: Final = 0x41  # flags of a zip's entry
_BROKEN: Final = "it is broken or cut short; pack it anew."
_CLOSED: Final = "not all of it can be read; its permissions have to allow that."
# What the libraries raise over absurd bytes; a Mistake is none of these.
_UNREADABLE: Final = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, LookupError, ArithmeticError, RuntimeError),
)
_TAR_FILES: Final = {tarfile.REGTYPE, tarfile.AREGTYPE}
# What tells of the next entry, or of all.
_TAR_NOTES: Final = {
    *(tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.XGLTYPE),
    *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
}
_TAR_WITHOUT_DATA: Final = {
    *(tarfile.DIRTYPE, tarfile.LNKTYPE, tarfile.SYMTYPE),
    *(tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE),
}
_TAR_TEXT: Final = ("utf-8", "surrogateescape")
ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class _Entry:
    """What an archive has under a name, in its own words."""

    name: str
    mode: int
    """As of `os.stat`: the kind, 0 for an odd one, and whether it can be run."""
    content: Iterator[bytes]


class _Contents:
    """What has been seen of a submission; Mistake as soon as that breaks a limit."""

    def __init__(self, max_depth: int) -> None:
        self._max_depth = max_depth
        self._seen: dict[str, tuple[str, bool]] = {}
        self._numbers = Counter[bool]()
        self._bytes = 0
        self.depth = 0

    def add(self, parts: tuple[str, ...], mode: int) -> None:
        if not parts or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise Mistake(f"{_show(parts)} is no ordinary file or folder, as all in it has to be.")
        if any(len(part.encode()) > MAX_NAME_BYTES for part in parts):
            raise Mistake(f"the name {_show(parts)} is too long; {MAX_NAME_BYTES} bytes are right.")
        self.depth = max(self.depth, len(parts))
        _check_depth(self.depth, self._max_depth)
        for end in range(1, len(parts) + 1):
            self._note(parts[:end], folder=end < len(parts) or stat.S_ISDIR(mode))

    def weigh(self, parts: tuple[str, ...], size: int, more: int) -> None:
        """Count `more` bytes of a file that now has `size`."""
        self._bytes += more
        if size > MAX_FILE_BYTES:
            raise Mistake(
                f"{_show(parts)} is over {MAX_FILE_BYTES // _MB} MB, the most for a file."
            )
        if self._bytes > MAX_BYTES:
            raise Mistake(f"its files are over {MAX_BYTES // _MB} MB, the most for all of them.")

    def _note(self, parts: tuple[str, ...], *, folder: bool) -> None:
        name = "/".join(parts)
        # As a file system sees it that cares for neither case nor two ways to write an accent.
        key = normalize("NFC", name).casefold()
        if key in self._seen:
            if self._seen[key] != (name, True) or not folder:
                raise Mistake(
                    f"{_show(parts)} is in it twice, if upper and lower case are the same."
                )
            return
        self._seen[key] = (name, folder)
        self._numbers[folder] += 1
        if self._numbers[folder] > MAX_FILES:
            kind = "folders" if folder else "files"
            raise Mistake(f"it has over {MAX_FILES:,} {kind}; so many are the most.")


@contextmanager
def open_submission(path: Path, scratch: Path | None = None) -> Iterator[Path]:
    """Give a folder that keeps to the limits; Mistake if there is none.

    A folder is given as it is. An archive (zip, tar or gzipped tar, by its content) is unpacked
    below `scratch` for as long as the context lasts; if all of it lies in one top folder, that one
    is given.
    """
    with ExitStack() as held:
        try:
            if path.is_dir():
                folder = path
                _check_folder(path, (), _Contents(MAX_DEPTH))
            else:
                folder = _unpack(path, scratch, held)
        except Mistake as mistake:
            raise Mistake(
                f"{_show((path.name or str(path),))} cannot be a bot: {mistake}"
            ) from mistake
        yield folder


def _check_folder(folder: Path, above: tuple[str, ...], contents: _Contents) -> None:
    """Look at all that is in a folder of the disk, without following a link."""
    for name, status in _readable(_scan(folder), _CLOSED):
        is_folder = stat.S_ISDIR(status.st_mode)
        if is_folder and name in IGNORED:
            continue
        parts = (*above, *_split(name))
        contents.add(parts, status.st_mode)
        if not os.access(folder / name, os.R_OK):
            raise Mistake(_CLOSED)
        if is_folder:
            _check_folder(folder / name, parts, contents)
        else:
            contents.weigh(parts, status.st_size, status.st_size)


def _scan(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            yield entry.name, entry.stat(follow_symlinks=False)


def _unpack(path: Path, scratch: Path | None, held: ExitStack) -> Path:
    contents = _Contents(MAX_DEPTH + 1)
    try:
        # Not named as a match's folder: one of those that nobody holds is removed by anybody.
        top = TemporaryDirectory(prefix="arena-submission-", dir=scratch)
        folder = Path(held.enter_context(top)) / (path.name.partition(".")[0] or "bot")
        folder.mkdir()
        for entry in _readable(_read_archive(path)):
            parts = _split(entry.name)
            if not _is_ignored(parts) and (parts or not stat.S_ISDIR(entry.mode)):
                contents.add(parts, entry.mode)
                _write(folder, parts, entry, contents)
        inside = list(folder.iterdir())
    except OSError as error:
        # Not in reading: that was a Mistake.
        raise HostFailure(f"a submission could not be unpacked: {error.strerror}") from error
    if not inside:
        raise Mistake("it is empty; a bot.toml and a program have to be in it.")
    one_folder = len(inside) == 1 and inside[0].is_dir()
    _check_depth(contents.depth - one_folder, MAX_DEPTH)
    return inside[0] if one_folder else folder


def _write(folder: Path, parts: tuple[str, ...], entry: _Entry, contents: _Contents) -> None:
    path = folder.joinpath(*parts)
    if stat.S_ISDIR(entry.mode):
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        for chunk in _readable(entry.content):
            contents.weigh(parts, file.tell() + len(chunk), len(chunk))
            file.write(chunk)
    path.chmod(0o755 if entry.mode & stat.S_IXUSR else 0o644)


def _split(name: str) -> tuple[str, ...]:
    """Return the parts of a name; Mistake if it could lead outside, or is odd."""
    parts = tuple(part for part in name.split("/") if part not in {"", "."})
    if name.startswith("/") or ".." in parts:
        raise Mistake(
            f"the name {_show((name,))} leads outside; it has to be relative, without '..'."
        )
    if "\\" in name or any(re.match("[A-Za-z]:", part) for part in parts):
        raise Mistake(
            f"the name {_show((name,))} has a backslash or a drive; '/' is what parts names."
        )
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise Mistake(f"the name {_show((name,))} is not UTF-8, as names have to be.")
    if not name.isprintable():
        raise Mistake(f"the name {_show((name,))} has characters that cannot be printed.")
    return parts


def _is_ignored(parts: tuple[str, ...]) -> bool:
    return any(part in _IGNORED_PACKED or part.startswith("._") for part in parts)


def _check_depth(depth: int, most: int) -> None:
    if depth > most:
        raise Mistake(
            f"it has folders in folders to over {MAX_DEPTH} levels; so many are the most."
        )


def _show(parts: tuple[str, ...]) -> str:
    name = "/".join(parts)
    return repr(name if len(name) <= 60 else f"{name[:60]}...")


def _readable(items: Iterator[ItemT], why_not: str = _BROKEN) -> Iterator[ItemT]:
    """Yield what there is to read; Mistake where it cannot be."""
    try:
        yield from items
    except UnicodeError as error:
        raise Mistake("a name in it is not UTF-8, as names have to be.") from error
    except _UNREADABLE as error:
        raise Mistake(why_not) from error


class _Archive(io.BufferedReader):
    """An archive's bytes. Zipfile would load a list of entries of any length."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _LIST_BYTES:
            raise Mistake(f"it lists far too much; {MAX_FILES:,} files are the most.")
        return super().read(size)


def _read_archive(path: Path) -> Iterator[_Entry]:
    # A pipe would let us wait, a device never end.
    if not path.is_file():
        raise Mistake("it is neither a folder nor a file.")
    with _Archive(io.FileIO(path)) as file:
        if os.fstat(file.fileno()).st_size > MAX_ARCHIVE_BYTES:
            raise Mistake(f"it is over {MAX_ARCHIVE_BYTES // _MB} MB, the most for an archive.")
        start = file.read(tarfile.BLOCKSIZE)
        file.seek(0)
        if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            yield from _read_zip(file)
        elif start.startswith(b"\x1f\x8b"):
            yield from _read_tar(_Stream(_gunzip(file)))
        elif len(start) == tarfile.BLOCKSIZE and _has_tar_header(start):
            yield from _read_tar(_Stream(_read_chunks(file)))
        else:
            raise Mistake("it is no archive; right is a folder, or a .zip, .tar or .tar.gz.")


def _has_tar_header(block: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(block, *_TAR_TEXT)
    except (tarfile.TarError, ValueError):
        # Blocks of zeros are a tar with nothing in it.
        return not any(block)
    return True


def _read_chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(_CHUNK):
        yield chunk


def _gunzip(file: BinaryIO) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    for packed in _read_chunks(file):
        rest, unpacked = packed, b""
        while rest or len(unpacked) == _CHUNK:
            unpacked = unpacker.decompress(rest, _CHUNK)
            yield unpacked
            if unpacker.eof:
                return
            rest = unpacker.unconsumed_tail
    raise EOFError


def _read_zip(file: BinaryIO) -> Iterator[_Entry]:
    with zipfile.ZipFile(file, metadata_encoding="utf-8") as archive:
        for info in archive.infolist():
            if info.flag_bits & _ENCRYPTED:
                raise Mistake("it is encrypted; pack it anew without a password.")
            # As it is written: zipfile cuts `filename` at a NUL.
            name, mode = info.orig_filename, info.external_attr >> 16
            if stat.S_IFMT(mode) in {0, stat.S_IFREG}:
                kind = stat.S_IFDIR if name.endswith("/") else stat.S_IFREG
                mode = kind | stat.S_IMODE(mode)
            yield _Entry(name, mode, _read_packed(archive, info))


def _read_packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    # The others may unpack a little to gigabytes at once.
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise Mistake(
            "it is packed in a way that is not read here; right is deflate, the usual one."
        )
    with archive.open(info) as file:
        while chunk := file.read(_CHUNK):
            yield chunk


class _Stream:
    """The bytes of a tar, as many at a time as are asked for, and never too many in all."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._ready = bytearray()
        self._bytes = 0

    def take(self, size: int) -> bytes:
        while len(self._ready) < size:
            if not self._load():
                raise EOFError
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def take_padded(self, size: int) -> Iterator[bytes]:
        """Yield what lies in whole blocks, in pieces."""
        if size < 0:
            raise ValueError
        for start in range(0, size, _CHUNK):
            yield self.take(min(_CHUNK, size - start))
        self.take(-size % tarfile.BLOCKSIZE)

    def drain(self) -> None:
        """Go to the end, where a gzip has its checksum."""
        while self._load():
            self._ready.clear()

    def _load(self) -> bool:
        chunk = next(self._chunks, None)
        self._ready += chunk or b""
        self._bytes += len(chunk or b"")
        if self._bytes > MAX_ARCHIVE_BYTES:
            raise Mistake(f"it is over {MAX_ARCHIVE_BYTES // _MB} MB unpacked, far too much.")
        return chunk is not None


def _read_tar(stream: _Stream) -> Iterator[_Entry]:
    """Yield the entries. Tarfile reads one header at a time for us, and no more than that.

    By itself it loads long names of any length, follows them by recursion, and goes to wherever in
    the file a size says.
    """
    notes: dict[bytes, bytes] = {}
    while any(block := stream.take(tarfile.BLOCKSIZE)):
        header = tarfile.TarInfo.frombuf(block, *_TAR_TEXT)
        if header.type in _TAR_NOTES:
            notes |= _read_notes(header, stream)
            continue
        name = notes[b"path"].decode(*_TAR_TEXT) if b"path" in notes else header.name
        size = int(notes.get(b"size", header.size))
        kind = stat.S_IFDIR if header.isdir() else 0
        if header.type in _TAR_FILES and not any(key.startswith(b"GNU.sparse") for key in notes):
            kind = stat.S_IFREG
        content = stream.take_padded(0 if header.type in _TAR_WITHOUT_DATA else size)
        yield _Entry(name, kind | header.mode & 0o777, content)
        # What nobody wanted.
        deque(content, maxlen=0)
        notes = {}
    stream.drain()


def _read_notes(header: tarfile.TarInfo, stream: _Stream) -> dict[bytes, bytes]:
    """Return what long headers tell of the next entry, in the words of pax."""
    if header.size > _LONG_NAME_BYTES:
        raise Mistake(f"a name in it is far too long; {MAX_NAME_BYTES} bytes are right.")
    data = b"".join(stream.take_padded(header.size))
    if header.type == tarfile.GNUTYPE_LONGNAME:
        return {b"path": data.partition(b"\0")[0]}
    if header.type in {tarfile.GNUTYPE_LONGLINK, tarfile.XGLTYPE}:
        return {}
    return dict(_read_pax(data))


def _read_pax(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the keys and values of lines like `12 key=value`, which begin with their length."""
    start = 0
    while start < len(data):
        length = data[start : data.index(b" ", start)]
        end = start + int(length)
        key, equals, value = data[start + len(length) + 1 : end - 1].partition(b"=")
        if not equals or not start < end <= len(data):
            raise ValueError
        yield key, value
        start = end
