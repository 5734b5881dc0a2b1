"""Record files: one match each, small, checked against damage.

A file is the magic, the SHA-256 of the serialised Record, and the Record compressed by zlib. The
digest finds accidents and careless edits; what a forger could make consistent again is found by
running the match again (`replay.py`).
"""

import zlib
from hashlib import sha256
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError

from arena.mistake import Mistake
from arena.v1 import record_pb2 as rec

MAGIC: Final = b"ARENAv1\n"
SUFFIX: Final = ".arena"
_DIGEST_BYTES: Final = 32
# No honest match comes near; a hostile file may not fill the memory.
_MAX_BYTES: Final = 256 * 1024 * 1024


def write_record(record: rec.Record, folder: Path) -> Path:
    """Write the record to a file named after its content and return the file's path.

    The file is there whole or not at all.
    """
    data = pack_record(record)
    path = folder / f"{record.plan.game}-{digest_of(data)[:12]}{SUFFIX}"
    folder.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_bytes(data)
    partial.replace(path)
    return path


def pack_record(record: rec.Record) -> bytes:
    """Return the content of a record's file."""
    payload = record.SerializeToString(deterministic=True)
    return MAGIC + sha256(payload).digest() + zlib.compress(payload, 9)


def digest_of(data: bytes) -> str:
    """Return the digest that a packed record says of itself, in hexadecimal."""
    return data[len(MAGIC) :][:_DIGEST_BYTES].hex()


def read_record(path: Path) -> rec.Record:
    """Read a record file; Mistake if it is none, or not whole."""
    return unpack_record(read_file(path), path)


def read_file(path: Path) -> bytes:
    """Return the content of a file; Mistake if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Mistake(f"{path} cannot be read: {error.strerror}.") from error


def unpack_record(data: bytes, path: Path | str) -> rec.Record:
    """Return the record of a file's content; Mistake, with the file's name, if it is none."""
    if not data.startswith(MAGIC):
        raise Mistake(f"{path} is no record; a record file begins with {MAGIC[:-1].decode()}.")
    digest, compressed = data[len(MAGIC) :][:_DIGEST_BYTES], data[len(MAGIC) + _DIGEST_BYTES :]
    payload = _decompress(compressed, path)
    if sha256(payload).digest() != digest:
        raise Mistake(f"{path} has been changed after it was written: its digest does not fit.")
    try:
        return rec.Record.FromString(payload)
    except DecodeError as error:
        raise Mistake(f"{path} holds no match that this version can read.") from error


def _decompress(compressed: bytes, path: Path | str) -> bytes:
    stream = zlib.decompressobj()
    try:
        payload = stream.decompress(compressed, _MAX_BYTES)
    except zlib.error as error:
        raise Mistake(f"{path} is damaged; fetch it again from where it was written.") from error
    if stream.unconsumed_tail:
        raise Mistake(f"{path} is larger than {_MAX_BYTES >> 20} MiB when unpacked; no match is.")
    if not stream.eof:
        raise Mistake(f"{path} is not whole; it was cut off on its way.")
    return payload
