"""Record files: one match each, small, checked against damage.

A file is the magic, the SHA-256 of the serialised Record, and the Record compressed by zlib. The
digest finds accidents and careless edits; what a forger could make consistent again is found by
running the match again (`replay.py`).
"""

import os
import stat
import zlib
from hashlib import sha256
from io import BufferedReader, FileIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from google.protobuf.message import DecodeError

from arena.errors import UserError, saying_why
from arena.match.outline import find_excess
from arena.v1 import record_pb2 as rec
from arena.whole_file import keeping, write_whole

MAGIC: Final = b"ARENAv1\n"
SUFFIX: Final = ".arena"
_DIGEST_BYTES: Final = 32
_MB: Final = 1024**2
# Unpacked. A hostile file may not fill the memory; a small one may have as much as any match of
# some thousand games, a larger one this many times its own size as no honest record has, up to what
# no match comes near.
_FREE_BYTES: Final = 8 * _MB
_MOST_TIMES: Final = 32
_MAX_BYTES: Final = 256 * _MB


def write_record(record: rec.Record, folder: Path) -> Path:
    """Write the record to a file named after its content and return the file's path.

    The file is there whole or not at all. OSError if it cannot be written.
    """
    data = pack_record(record)
    path = folder / f"{record.plan.game}-{digest_of(data)[:12]}{SUFFIX}"
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(data, path)
    return path


def require_place(folder: Path) -> None:
    """UserError if no record could be written into a folder, which need not be there yet."""
    with keeping("record", folder):
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        TemporaryFile(dir=there).close()


def pack_record(record: rec.Record) -> bytes:
    """Return the content of a record's file."""
    payload = record.SerializeToString(deterministic=True)
    return MAGIC + sha256(payload).digest() + zlib.compress(payload, 9)


def digest_of(data: bytes) -> str:
    """Return the digest that a packed record says of itself, in hexadecimal."""
    return data[len(MAGIC) :][:_DIGEST_BYTES].hex()


def read_record(path: Path) -> rec.Record:
    """Read a record file; UserError if it is none, or not whole."""
    return unpack_record(read_file(path), path)


def read_file(path: Path) -> bytes:
    """Return the content of a file; UserError if it cannot be read."""
    with (
        saying_why(f"{path} cannot be read"),
        # A pipe or device may have us wait, or never end.
        BufferedReader(FileIO(path, opener=_open_at_once)) as file,
    ):
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UserError(f"{path} is no file, as a record is.")
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise UserError(f"{path} is over {_MAX_BYTES // _MB} MiB; no record is.")
    return content


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def unpack_record(data: bytes, path: Path | str) -> rec.Record:
    """Return the record of a file's content; UserError, with the file's name, if it is none."""
    if not data.startswith(MAGIC):
        raise UserError(f"{path} is no record; a record file begins with {MAGIC[:-1].decode()}.")
    digest, compressed = data[len(MAGIC) :][:_DIGEST_BYTES], data[len(MAGIC) + _DIGEST_BYTES :]
    payload = _decompress(compressed, path)
    if sha256(payload).digest() != digest:
        raise UserError(f"{path} has been changed after it was written: its digest does not fit.")
    try:
        if excess := find_excess(payload):
            raise UserError(f"{path} is no record of a match: it has {excess}.")
        return rec.Record.FromString(payload)
    except DecodeError as error:
        raise UserError(f"{path} holds no match that this version can read.") from error


def is_as_packed(data: bytes, record: rec.Record) -> bool:
    """Say whether a file's content is what its record is packed to, however it is compressed."""
    known = rec.Record()
    known.CopyFrom(record)
    known.DiscardUnknownFields()
    payload = known.SerializeToString(deterministic=True)
    return sha256(payload).hexdigest() == digest_of(data)


def _decompress(compressed: bytes, path: Path | str) -> bytes:
    stream = zlib.decompressobj()
    most = min(max(_FREE_BYTES, _MOST_TIMES * len(compressed)), _MAX_BYTES)
    try:
        payload = stream.decompress(compressed, most)
    except zlib.error as error:
        raise UserError(f"{path} is damaged; fetch it again from where it was written.") from error
    if stream.unconsumed_tail:
        raise UserError(f"{path} is larger than {most // _MB} MiB when unpacked; no match is.")
    if not stream.eof:
        raise UserError(f"{path} is not whole; it was cut off on its way.")
    if stream.unused_data:
        raise UserError(f"{path} has bytes after its end, which no record has.")
    return payload
