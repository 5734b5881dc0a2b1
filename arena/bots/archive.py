"""Archives, zip and tar, read as a stream of entries; nothing that they say is believed.

Zip, tar and gzipped tar, told apart by their content. Nothing is believed of sizes, and nothing of
a list that may be long is loaded at once; anyone who unpacks checks names and counts bytes.

`zipfile` and `tarfile` decompress and know the formats' headers; the lists are walked here, since
both would load all of a list, and a header of any length, before anybody could say that it is too
long.
"""

import io
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, Final, TypeVar

from arena.errors import UserError

_MB: Final = 1024**2
MAX_FILES: Final = 1000  # and as many folders
MAX_NAME_BYTES: Final = 100
# The size of an archive as a file, and of an unpacked tar with its headers and ignored entries.
MAX_ARCHIVE_BYTES: Final = 64 * _MB
# The size of a zip's directory, and of one long name in a tar.
_LIST_BYTES: Final = 4 * _MB
_LONG_NAME_BYTES: Final = 64 * 1024
_CHUNK: Final = 64 * 1024
_GZIP: Final = zlib.MAX_WBITS | 16
_ENCRYPTED: Final = 0x41  # flags of a zip's entry
_BROKEN: Final = "it is broken or cut short; pack it again."
# Exceptions of the libraries over absurd bytes; a UserError is none of these.
_UNREADABLE: Final = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, LookupError, ArithmeticError, RuntimeError),
)
_TAR_FILES: Final = {tarfile.REGTYPE, tarfile.AREGTYPE}
# Headers that describe the next entry, or all.
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
class ArchiveEntry:
    """One entry of an archive: its name, kind and content as the archive tells them."""

    name: str
    mode: int
    """As of `os.stat`: the kind, 0 for an odd one, and whether it can be run."""
    content: Iterator[bytes]


def readable(items: Iterator[ItemT]) -> Iterator[ItemT]:
    """Yield what there is to read; UserError where it cannot be."""
    try:
        yield from items
    except UnicodeError as error:
        raise UserError("a name in it is not UTF-8, as names have to be.") from error
    except _UNREADABLE as error:
        raise UserError(_BROKEN) from error


class _Archive(io.BufferedReader):
    """An archive's bytes. Zipfile would load a list of entries of any length."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _LIST_BYTES:
            raise UserError(f"it lists far too much; {MAX_FILES:,} files are the most.")
        return super().read(size)


def read_archive(path: Path) -> Iterator[ArchiveEntry]:
    # A pipe would let us wait, a device never end.
    if not path.is_file():
        raise UserError("it is neither a folder nor a file.")
    with _Archive(io.FileIO(path)) as file:
        if os.fstat(file.fileno()).st_size > MAX_ARCHIVE_BYTES:
            raise UserError(f"it is over {MAX_ARCHIVE_BYTES // _MB} MB, the most for an archive.")
        start = file.read(tarfile.BLOCKSIZE)
        file.seek(0)
        if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            yield from _read_zip(file)
        elif start.startswith(b"\x1f\x8b"):
            yield from _read_tar(_Stream(_gunzip(file)))
        elif len(start) == tarfile.BLOCKSIZE and _has_tar_header(start):
            yield from _read_tar(_Stream(_read_chunks(file)))
        else:
            raise UserError(
                "it is no archive; expected a bot's folder, or a .zip, .tar or .tar.gz of it."
            )


def _has_tar_header(block: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(block, *_TAR_TEXT)
    except (tarfile.TarError, ValueError):
        # Blocks of zeros are a tar with nothing in it.
        return not any(block)
    return True


def _read_chunks(file: IO[bytes]) -> Iterator[bytes]:
    while chunk := file.read(_CHUNK):
        yield chunk


def _gunzip(file: BinaryIO) -> Iterator[bytes]:
    """Yield what a gzip holds: of all its members one after the other (RFC 1952, 2.2)."""
    unpacker, members = zlib.decompressobj(wbits=_GZIP), 1
    for packed in _read_chunks(file):
        rest, unpacked = packed, b""
        while rest or len(unpacked) == _CHUNK:
            if unpacker.eof:
                # Some programs fill the last block with zeros.
                if not rest.strip(b"\0"):
                    break
                unpacker, members = zlib.decompressobj(wbits=_GZIP), members + 1
                if members > MAX_FILES:
                    raise UserError(f"its gzip has over {MAX_FILES:,} members; pack it again.")
            unpacked = unpacker.decompress(rest, _CHUNK)
            yield unpacked
            rest = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
    if not unpacker.eof:
        raise EOFError


def _read_zip(file: BinaryIO) -> Iterator[ArchiveEntry]:
    with zipfile.ZipFile(file, metadata_encoding="utf-8") as archive:
        for info in archive.infolist():
            if info.flag_bits & _ENCRYPTED:
                raise UserError("it is encrypted; pack it again without a password.")
            # As it is written: zipfile cuts `filename` at a NUL.
            name, mode = info.orig_filename, info.external_attr >> 16
            if stat.S_IFMT(mode) in {0, stat.S_IFREG}:
                kind = stat.S_IFDIR if name.endswith("/") else stat.S_IFREG
                mode = kind | stat.S_IMODE(mode)
            yield ArchiveEntry(name, mode, _read_packed(archive, info))


def _read_packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    # The others may unpack a little to gigabytes at once.
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise UserError(
            "it is packed in a way that is not read here; expected deflate, the usual one."
        )
    with archive.open(info) as file:
        yield from _read_chunks(file)


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
            raise UserError(f"it is over {MAX_ARCHIVE_BYTES // _MB} MB unpacked, far too much.")
        return chunk is not None


def _read_tar(stream: _Stream) -> Iterator[ArchiveEntry]:
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
        yield ArchiveEntry(name, kind | header.mode & 0o777, content)
        # The content that the caller did not read.
        deque(content, maxlen=0)
        notes = {}
    stream.drain()


def _read_notes(header: tarfile.TarInfo, stream: _Stream) -> dict[bytes, bytes]:
    """Return what long headers tell of the next entry, in the words of pax."""
    if header.size > _LONG_NAME_BYTES:
        raise UserError(f"a name in it is far too long; {MAX_NAME_BYTES} bytes are right.")
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
